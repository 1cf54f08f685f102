import { addDays, atEndOfDay, parseCivil, toUtc } from '../../../shared/civilTime';
import { FieldTable } from '../../plan/fields';
import { type Filter, findPlanProblem, firstPlan, type Plan } from '../../plan/plan';
import { type Range, resolveRange, type Zone } from '../../plan/range';
import { presetFields } from '../../wizard/fieldPresets';
import { getTerms } from '../context/terms';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';

const maxDays = 31;

/** Plans an export for an agent. Agent limits always apply, because the user may have pre-approved all calls. */
export function exportPlan(
	{ application, range, fields, filters }: ToolInput<'start_export'>,
	zone: Zone,
	now: Date,
	additional: ConstructorParameters<typeof FieldTable>[0] = [],
): Plan {
	const table = new FieldTable(additional);
	const plan: Plan = {
		...firstPlan({ id: application }),
		range: readRange(range),
		fields: presetFields(fields, table).filter((name) => table.get(name)?.personal === false),
		filters: filters.map((text) => readFilter(text, table)),
	};
	const problem = findPlanProblem(plan, table);
	if (problem) {
		throw new AgentRefusal({ kind: 'badPlan', problem: problem.kind });
	}
	const { since, until } = resolveRange(plan.range, now, zone);
	if (toUtc(atEndOfDay(addDays(since, maxDays - 1))) < toUtc(until)) {
		throw new AgentRefusal({ kind: 'rangeTooLong', days: maxDays });
	}
	return plan;
}

function readRange(text: string): Range {
	switch (text) {
		case 'last24Hours':
		case 'today':
		case 'yesterday':
			return { kind: text };
		case 'last7Days':
			return { kind: 'lastDays', days: 7 };
		case 'last14Days':
			return { kind: 'lastDays', days: 14 };
		case 'last30Days':
			return { kind: 'lastDays', days: 30 };
	}
	const [first = '', last = '', ...more] = text.split('..');
	const [since, until] = [parseCivil(first, 'start'), parseCivil(last, 'end')];
	if (!since.ok || !until.ok || more.length > 0) {
		throw new AgentRefusal({ kind: 'input', property: 'range', expected: 'a named range or two dates' });
	}
	return { kind: 'between', since: since.time, until: until.time };
}

/** Parses an equality filter, which is the only kind of filter that the service supports. */
function readFilter(text: string, table: FieldTable): Filter {
	const [term, ...more] = getTerms(text);
	const field = term?.field;
	if (!term || field === undefined || term.negated || term.test === 'values' || more.length > 0) {
		throw new AgentRefusal({ kind: 'filter', fault: 'noField', at: 0 });
	}
	if (table.get(field)?.personal === true) {
		throw new AgentRefusal({ kind: 'personalColumn' });
	}
	return { field, value: term.value };
}
