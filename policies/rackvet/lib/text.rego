# METADATA
# title: Words of formulas
# description: |
#   Formulas in evidence are text with the numbers put in. Results themselves
#   carry plain numbers, which are printed by their unit.
package rackvet.lib.text

# gib is bytes in GiB with at most two decimals: "40 GiB".
gib(bytes) := sprintf("%v GiB", [round((bytes / 1073741824) * 100) / 100])

# times is a product: "4 × 40 GiB".
times(factor, what) := sprintf("%v × %s", [factor, what])

# percent is a fraction in percent with at most one decimal: "95 %".
percent(fraction) := sprintf("%v %%", [round(fraction * 1000) / 10])
