import { l10n } from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import { isVerifiable } from '../../core/export/slices/proof';
import { dayAt } from '../../core/kept/model/calendar';
import type { Plan } from '../../core/plan/plan';
import type { DescribedKept } from '../../engine/protocol';
import { wholeFile } from '../../services/openRecords';
import type { NoticeContent, Remedy } from '../../services/pages/notices';
import { fetchKeptDays, repeatExport, runOn } from '../../services/repeatExport';
import type { Services } from '../../services/services';
import { parseCivil } from '../../shared/civilTime';
import { bothSides, type ComparedSide, type Reason, type ReasonFact, type TimeRange } from '../../shared/comparison';
import { describeObstacle } from '../../wording/comparisonMessages';
import type { ComparedSides } from './comparedSides';

type Used = Pick<Services, 'accounts' | 'applications' | 'exports' | 'kept'>;

/** What the records of a side are of; neither for a file of unknown origin. */
interface SideSource {
	readonly entry: ExportEntry | undefined;
	readonly set: DescribedKept | undefined;
}

type Sources = Readonly<Record<ComparedSide, SideSource>>;

/** Puts another file in the place of a side's. */
type Replace = (side: ComparedSide, path: string) => void;

/** What limits a comparison, with what would help. */
export async function describeObstacles(
	sides: ComparedSides,
	reasons: readonly Reason[],
	services: Used,
	replace: Replace,
): Promise<NoticeContent[]> {
	if (reasons.length === 0) {
		return [];
	}
	const sources = {
		before: await sourceOf(sides, 'before', services),
		after: await sourceOf(sides, 'after', services),
	};
	return reasons.map((reason) => ({
		kind: reason.forbids === 'nothing' ? 'info' : 'warning',
		text: describeObstacle(reason),
		remedies: remediesOf(reason, sides, sources, services, replace),
	}));
}

async function sourceOf(sides: ComparedSides, side: ComparedSide, { exports, kept }: Used): Promise<SideSource> {
	const { path } = sides.chosen[side];
	const entry = await exports.describe(path);
	return { entry, set: entry ? undefined : await kept.describe(path) };
}

function remediesOf(
	reason: ReasonFact,
	sides: ComparedSides,
	sources: Sources,
	services: Used,
	replace: Replace,
): Remedy[] {
	switch (reason.kind) {
		case 'cut':
		case 'unproven':
		case 'timeMissing':
		case 'empty':
			return ofWholeness(sources[reason.side], sides.chosen[reason.side].range, services);
		case 'fieldsMissing':
			return bothSides.flatMap((side) => ofFields(side, reason.fields, sources, services, replace));
		case 'filtersDiffer':
			return ofFilters(sources, services, replace);
		default:
			return [];
	}
}

function ofWholeness({ entry, set }: SideSource, range: TimeRange | undefined, services: Used): Remedy[] {
	if (entry?.outcome) {
		if (entry.outcome.proof === 'cut') {
			const run = () => runOn('appErrors.resumeExport', entry, services);
			return entry.resumable ? [{ label: l10n.t('Fetch Missing Records'), run }] : [];
		}
		const run = () => runOn('appErrors.verifyExport', entry, services);
		return isVerifiable(entry.outcome) ? [{ label: l10n.t('Verify'), run }] : [];
	}
	const days = set ? lackingDays(set, range) : [];
	return set && days.length > 0
		? [{ label: l10n.t('Fetch These Days'), run: () => fetchKeptDays(set, days, services) }]
		: [];
}

/** Days of the range of which records may be missing. */
function lackingDays({ days, known }: DescribedKept, range: TimeRange | undefined): readonly string[] {
	const [first, last] = range && known ? [dayAt(range.since, known.zone), dayAt(range.until, known.zone)] : [];
	return days
		.filter(({ state }) => state === 'missing' || state === 'refused' || state === 'inDoubt')
		.map(({ day }) => day)
		.filter((day) => first === undefined || last === undefined || (first <= day && day <= last));
}

/** A side that lacks fields of the other one is exported again with them. */
function ofFields(
	side: ComparedSide,
	missing: readonly string[],
	sources: Sources,
	services: Used,
	replace: Replace,
): Remedy[] {
	const { entry } = sources[side];
	const wanted = fieldsOf(sources[side === 'before' ? 'after' : 'before']);
	const lacking = entry ? missing.filter((field) => !entry.stored.plan.fields.includes(field)) : [];
	if (!entry || !lacking.some((field) => wanted.includes(field))) {
		return [];
	}
	const fields = [...new Set([...entry.stored.plan.fields, ...wanted])];
	return [{ label: l10n.t('Use the Same Fields'), run: () => askAgain(side, entry, { fields }, services, replace) }];
}

function fieldsOf({ entry, set }: SideSource): readonly string[] {
	return entry?.stored.plan.fields ?? set?.known?.plan.fields ?? [];
}

/** What is looked at is the side after: the other one is made like it, where that can be asked for again. */
function ofFilters(sources: Sources, services: Used, replace: Replace): Remedy[] {
	const side = sources.before.entry ? 'before' : 'after';
	const { entry } = sources[side];
	const filters = filtersAskedFor(sources[side === 'before' ? 'after' : 'before']);
	if (!entry || !filters || JSON.stringify(filters) === JSON.stringify(entry.stored.plan.filters)) {
		return [];
	}
	return [{ label: l10n.t('Use the Same Filters'), run: () => askAgain(side, entry, { filters }, services, replace) }];
}

function filtersAskedFor({ entry, set }: SideSource): Plan['filters'] | undefined {
	return entry?.stored.plan.filters ?? set?.known?.plan.filters;
}

/** For the same dates, however the range was chosen. */
async function askAgain(
	side: ComparedSide,
	{ stored }: ExportEntry,
	change: Pick<Plan, 'fields'> | Pick<Plan, 'filters'>,
	services: Used,
	replace: Replace,
): Promise<void> {
	const [since, until] = [parseCivil(stored.question.since, 'start'), parseCivil(stored.question.until, 'end')];
	const range =
		since.ok && until.ok ? { range: { kind: 'between', since: since.time, until: until.time } as const } : {};
	const entry = await repeatExport(stored, { ...change, ...range }, services, stored.zone);
	if (entry?.outcome) {
		replace(side, wholeFile(entry).file.fsPath);
	}
}
