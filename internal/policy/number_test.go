package policy

import (
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// value1 evaluates an expression over input.x as a rule would.
func value1(t *testing.T, expression string, x any) (ast.Value, error) {
	t.Helper()
	b := load(t, fixture(map[string]string{"sum/rule": "results contains y if y := " + expression}))
	e := engine(t, b, Options{})
	v, err := toValue(map[string]any{"x": x})
	if err != nil {
		t.Fatal(err)
	}
	found, err := e.ask(t.Context(), query(b.Rule("sum/rule").results), ast.NewTerm(v))
	if err != nil {
		return nil, err
	}
	return found.(ast.Set).Slice()[0].Value, nil
}

func TestNumbersAreFloat64(t *testing.T) {
	for _, tc := range []struct {
		name, expression string
		x                any
		want             string
	}{
		{"whole numbers stay whole", "input.x * 3", 42949672960.0, "128849018880"},
		{"as far as 2^53", "input.x + 1", 9007199254740991.0, "9007199254740992"},
		{"a quotient that is whole", "input.x / 3", 6.0, "2"},
		{"a quotient that is not has no more digits than a float64", "input.x / 3", 1.0, "0.3333333333333333"},
		{"rounding is that of a float64", "input.x + 0.2", 0.1, "0.30000000000000004"},
		{"a difference below nought", "input.x - 0.5", 0.25, "-0.25"},
		{"small numbers", "input.x / 1e9", 1.5, "1.5e-09"},
		{"large numbers", "input.x * 1e15", 1.5e9, "1.5e+24"},
		{"a comparison of neighbours", "input.x < 0.30000000000000004", 0.3, "true"},
		{"a comparison with itself", "input.x >= 0.3", 0.3, "true"},
		{"numbers beyond float64 are left to OPA", "[input.x < 1e400, 1e400 > input.x, 1e400 - 1e400]", 1.0, "[true, true, 0]"},
		{"sets have a difference", `{"a", input.x} - {"a"}`, "b", `{"b"}`},
		{"texts have an order", `[input.x > "a", input.x <= "a"]`, "b", "[true, false]"},
		{"numbers come before texts", `input.x > 1`, "b", "true"},
		{"operators may be called by name", "plus(input.x, minus(2, 1))", 1.0, "2"},
		{"inside a comprehension", "[y | some z in input.x; y := z * 2]", []any{1.0, 2.0}, "[2, 4]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := value1(t, tc.expression, tc.x)
			if err != nil || got.Compare(ast.MustParseTerm(tc.want).Value) != 0 {
				t.Errorf("got %v, %v, want %s", got, err, tc.want)
			}
		})
	}
}

func TestArithmeticThatFails(t *testing.T) {
	for _, tc := range []struct{ name, expression, want string }{
		{"nothing is divided by nought", "input.x / (input.x - input.x)", "divide by zero"},
		{"nothing is infinite", "input.x * 1e300", "mul of 1e+300 and 1e+300: +Inf is not a finite number"},
		{"texts have no sum", `input.x + "a"`, "operand 2 must be number but got string"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := value1(t, tc.expression, 1e300)
			has(t, err, tc.want)
		})
	}
}

// What OPA gives by its own arithmetic may differ in the last digits alone.
func TestArithmeticAgreesWithOPA(t *testing.T) {
	numbers := []float64{0, 1, -1, 3, 7, 0.1, 0.95, 1.5, 1e-7, 12884901888, 42505273344, 1 << 52, 1e18}
	for op, f := range arithmetic {
		for _, x := range numbers {
			for _, y := range numbers {
				z, err := f(x, y)
				a, _ := float(x)
				b, _ := float(y)
				want, wantErr := slowly(op, a, b)
				if (err != nil) != (wantErr != nil) {
					t.Errorf("%s(%g, %g): %v against OPA's %v", op, x, y, err, wantErr)
				}
				if err == nil && max(z-want, want-z) > 1e-15*max(z, -z, x, -x, y, -y) {
					t.Errorf("%s(%g, %g) is %g, and OPA's %g", op, x, y, z, want)
				}
			}
		}
	}
}

func slowly(op string, x, y ast.Value) (z float64, err error) {
	err = topdown.GetBuiltin(op)(topdown.BuiltinContext{}, []*ast.Term{ast.NewTerm(x), ast.NewTerm(y)}, func(t *ast.Term) error {
		z, _ = t.Value.(ast.Number).Float64()
		return nil
	})
	return z, err
}
