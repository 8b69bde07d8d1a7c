package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
	"github.com/rackvet/rackvet/internal/waive"
)

func newConfig(p Process) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Check the config, or show what is in force",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newConfigVerify(p), newConfigShow(p))
	return c
}

func newConfigVerify(p Process) *cobra.Command {
	var f configFlags
	var rules policyFlags
	c := &cobra.Command{
		Use:     "verify",
		Short:   "Check the config, and judge nothing",
		Example: "  rackvet config verify\n  rackvet config verify --config gate.hcl",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := f.settle(c, p)
			if err != nil {
				return err
			}
			if cfg.Path == "" {
				return usage("there is no %s at or above the working directory", config.Name)
			}
			j, err := configured(p, rules, cfg)
			if err != nil {
				return err
			}
			faults := j.faults
			if len(faults) == 0 {
				// Before anything is judged, all there is to say is which rules nobody may waive.
				faults = waive.NewSet(cfg.Waivers, time.Now(), waive.Rules{Waivable: j.waivable, Judged: func(id string) bool { return j.judged(id, nil) }}).About()
			}
			if err := refuse(p, faults, source.NewFile(cfg.Path, cfg.Bytes)); err != nil {
				return err
			}
			if _, err := config.Excluder(cfg.Settings["exclude"].Values, cfg.Dir); err != nil {
				return usage("%s: %w", cfg.Path, err)
			}
			return printText(p, fmt.Sprintf("%s is sound: %s, %s\n", cfg.Path,
				units.Several(len(cfg.Rules), "rule"), units.Several(len(cfg.Waivers), "waiver")))
		},
	}
	f.register(c.Flags())
	rules.registerRules(c.Flags())
	return c
}

// settingView is a setting as JSON: what is in force, and where that was said.
type settingView struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

func newConfigShow(p Process) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "show",
		Short: "Show each setting in force, with where it comes from",
		Long: `Show lists the settings that lint would run with from here: from flags, the
environment, the config, the profile, or the default, in that order of weight. What
lint would refuse, it refuses.`,
		Args: cobra.NoArgs,
	}
	var f lintFlags
	f.register(c.Flags())
	// lint's --format is a setting to show, and here it says how.
	c.Flags().Lookup("format").Hidden = true
	c.Flags().StringVar(&format, "output", "text", "`format` of the list: text or json")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := choice("output", format, "text", "json"); err != nil {
			return err
		}
		cfg, err := f.input.config.settle(c, p)
		if err != nil {
			return err
		}
		j, err := configured(p, f.policy, cfg)
		if err != nil {
			return err
		}
		if err := refuse(p, j.faults, source.NewFile(cfg.Path, cfg.Bytes)); err != nil {
			return err
		}
		if err := f.check(c.Context(), p, cfg, j); err != nil {
			return err
		}
		variables, err := variableViews(c.Flags(), &f.input, cfg)
		if err != nil {
			return err
		}
		views := settingViews(c.Flags(), cfg, j, variables)
		if format == "json" {
			return printJSON(p, views)
		}
		w := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "SETTING\tVALUE\tFROM")
		for _, v := range views {
			fmt.Fprintf(w, "%s\t%s\t%s\n", v.Name, v.Value, v.From)
		}
		if err := w.Flush(); err != nil {
			return broken(err)
		}
		return nil
	}
	return c
}

// check refuses what lint would, before it looks at any spec.
func (f *lintFlags) check(ctx context.Context, p Process, cfg *config.Config, j *judge) error {
	_, now, err := f.values()
	if err != nil {
		return err
	}
	if _, err := j.split(f.policy.only); err != nil {
		return err
	}
	if _, err := f.input.excluder(); err != nil {
		return err
	}
	if _, err := f.excuse.options(ctx, j, cfg, f.policy, nil, now); err != nil {
		return err
	}
	if len(j.setup.Folders) > 0 {
		if _, err := f.policy.limits(); err != nil {
			return err
		}
	}
	if _, err := shown(f.show); err != nil {
		return err
	}
	return checkFormats(p, f.formats, report.Formats(), f.color)
}

// variableViews are the values that specs get, and who gives them.
func variableViews(flags *pflag.FlagSet, f *inputFlags, cfg *config.Config) ([]settingView, error) {
	all := map[string]settingView{}
	for name, value := range cfg.Variables {
		all[name] = settingView{"variable " + name, value, cfg.Path}
	}
	err := f.eachVariable(func(name, value, file string) {
		all[name] = settingView{"variable " + name, value, cmp.Or(file, origin(flags.Lookup("var")))}
	})
	var views []settingView
	for _, name := range slices.Sorted(maps.Keys(all)) {
		views = append(views, all[name])
	}
	return views, err
}

// settingViews lists flags and variables, then what the config changes of rules, then
// waivers.
func settingViews(flags *pflag.FlagSet, cfg *config.Config, j *judge, variables []settingView) []settingView {
	var views []settingView
	flags.VisitAll(func(f *pflag.Flag) {
		if slices.Contains([]string{"help", "output", "config", "no-config", "var", "var-file"}, f.Name) {
			return
		}
		v := settingView{f.Name, f.Value.String(), origin(f)}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			v.Value = strings.Join(list.GetSlice(), ", ")
		}
		if failOn := j.bundle.ProfileSetting(flags.Lookup("profile").Value.String(), "fail_on"); f.Name == "fail-on" && v.From == "default" && failOn != "" {
			v.Value, v.From = failOn, "profile "+flags.Lookup("profile").Value.String()
		}
		if f.Name == "profile" && v.Value == "" {
			v.Value = policy.ArticleProfile
		}
		views = append(views, v)
	})
	views = append(views, variables...)
	for _, r := range cfg.Rules {
		at := fmt.Sprintf("%s:%d", cfg.Path, r.Range.Start.Line)
		if !r.Enabled {
			views = append(views, settingView{r.ID + " enabled", "false", at})
		}
		if r.Level != 0 {
			views = append(views, settingView{r.ID + " level", "at most " + r.Level.String(), at})
		}
		if rule := j.bundle.Rule(r.ID); rule != nil {
			for _, x := range rule.Params {
				if _, changed := r.Params[x.Name]; changed {
					views = append(views, settingView{r.ID + " " + x.Name, threshold(x), at})
				}
			}
		}
	}
	for _, w := range cfg.Waivers {
		value := w.Reason
		if !w.Until.IsZero() {
			value += ", until " + w.Until.Format("2006-01-02")
		}
		views = append(views, settingView{"waiver " + w.Rule, value, fmt.Sprintf("%s:%d", w.Range.File, w.Range.Start.Line)})
	}
	return views
}
