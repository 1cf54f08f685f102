import { l10n } from 'vscode';
import { isVerifiable } from '../../core/export/chunks/proof';
import type { ExportEntry } from '../../core/export/model/entry';
import { getOrigin } from '../../core/mappings/traceOrigins';
import { dayAt } from '../../core/plan/civilClock';
import type { Plan } from '../../core/plan/plan';
import type { DescribedSyncedSet } from '../../engine/protocol';
import { wholeFile } from '../../services/openRecords';
import type { NoticeAction, NoticeContent } from '../../services/pages/notices';
import { fetchSyncedDays, repeatExport, runOn } from '../../services/repeatExport';
import type { Services } from '../../services/services';
import { parseCivil } from '../../shared/civilTime';
import {
	bothSides,
	type ComparedSide,
	type MinifiedTrace,
	type Reason,
	type ReasonFact,
	type TimeRange,
} from '../../shared/comparison';
import { describeCaveat } from '../../wording/comparisonMessages';
import type { ComparedSides } from './comparedSides';

type CaveatActionsServices = Pick<Services, 'accounts' | 'applications' | 'exports' | 'mappings' | 'syncedRecords'>;

/** Origin of the records on one side of a comparison. Both properties are undefined if the origin is unknown. */
interface SideSource {
	readonly entry: ExportEntry | undefined;
	readonly set: DescribedSyncedSet | undefined;
}

type Sources = Readonly<Record<ComparedSide, SideSource>>;

type Replace = (side: ComparedSide, path: string) => void;

export async function describeCaveats(
	sides: ComparedSides,
	reasons: readonly Reason[],
	services: CaveatActionsServices,
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
		kind: reason.forbids === 'none' ? 'info' : 'warning',
		text: describeCaveat(reason),
		actions: actionsFor(reason, sides, sources, services, replace),
	}));
}

async function sourceOf(
	sides: ComparedSides,
	side: ComparedSide,
	{ exports, syncedRecords }: CaveatActionsServices,
): Promise<SideSource> {
	const { path } = sides.chosen[side];
	const entry = await exports.describe(path);
	return { entry, set: entry ? undefined : await syncedRecords.describe(path) };
}

function actionsFor(
	reason: ReasonFact,
	sides: ComparedSides,
	sources: Sources,
	services: CaveatActionsServices,
	replace: Replace,
): NoticeAction[] {
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
		case 'minifiedBuilds':
			return [{ label: l10n.t('Choose Mapping…'), run: () => chooseMappings(reason.traces, sources, services) }];
		default:
			return [];
	}
}

function ofWholeness(
	{ entry, set }: SideSource,
	range: TimeRange | undefined,
	services: CaveatActionsServices,
): NoticeAction[] {
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
		? [{ label: l10n.t('Fetch These Days'), run: () => fetchSyncedDays(set, days, services) }]
		: [];
}

function lackingDays({ days, known }: DescribedSyncedSet, range: TimeRange | undefined): readonly string[] {
	const [first, last] = range && known ? [dayAt(range.since, known.zone), dayAt(range.until, known.zone)] : [];
	return days
		.filter(({ state }) => state === 'missing' || state === 'refused' || state === 'inDoubt')
		.map(({ day }) => day)
		.filter((day) => first === undefined || last === undefined || (first <= day && day <= last));
}

async function chooseMappings(
	traces: readonly MinifiedTrace[],
	sources: Sources,
	{ mappings }: CaveatActionsServices,
): Promise<void> {
	for (const { side, file, origin } of traces) {
		if (
			!(await mappings.choose(
				getOrigin((name) => origin[name], sources[side].entry),
				file,
			))
		) {
			return;
		}
	}
}

function ofFields(
	side: ComparedSide,
	missing: readonly string[],
	sources: Sources,
	services: CaveatActionsServices,
	replace: Replace,
): NoticeAction[] {
	const { entry } = sources[side];
	const wanted = getFields(sources[side === 'before' ? 'after' : 'before']);
	const lacking = entry ? missing.filter((field) => !entry.stored.plan.fields.includes(field)) : [];
	if (!entry || !lacking.some((field) => wanted.includes(field))) {
		return [];
	}
	const fields = [...new Set([...entry.stored.plan.fields, ...wanted])];
	return [
		{ label: l10n.t('Use the Same Fields'), run: () => requestAgain(side, entry, { fields }, services, replace) },
	];
}

function getFields({ entry, set }: SideSource): readonly string[] {
	return entry?.stored.plan.fields ?? set?.known?.plan.fields ?? [];
}

function ofFilters(sources: Sources, services: CaveatActionsServices, replace: Replace): NoticeAction[] {
	const side = sources.before.entry ? 'before' : 'after';
	const { entry } = sources[side];
	const filters = filtersAskedFor(sources[side === 'before' ? 'after' : 'before']);
	if (!entry || !filters || JSON.stringify(filters) === JSON.stringify(entry.stored.plan.filters)) {
		return [];
	}
	return [
		{ label: l10n.t('Use the Same Filters'), run: () => requestAgain(side, entry, { filters }, services, replace) },
	];
}

function filtersAskedFor({ entry, set }: SideSource): Plan['filters'] | undefined {
	return entry?.stored.plan.filters ?? set?.known?.plan.filters;
}

/**
 * Repeats an export for the same dates. Replaces a relative time range, such as the last 7 days, with the dates of the
 * original export.
 */
async function requestAgain(
	side: ComparedSide,
	{ stored }: ExportEntry,
	change: Pick<Plan, 'fields'> | Pick<Plan, 'filters'>,
	services: CaveatActionsServices,
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
