# A library of the organisation, which is no rule.
package acme.money

per_gpu(budget, gpus) := budget / gpus if gpus > 0
