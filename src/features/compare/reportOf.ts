import { type ComparedGroup, type VerdictKind, verdictKinds } from '../../shared/comparison';
import { type ComparisonReportQuestion, foldNames, verdictsOf } from '../../shared/comparisonProtocol';
import { apartOnSide } from './apartOnSide';
import type { ComparedSides } from './comparedSides';
import type { ReportedChange, ReportedComparison, ReportFold } from './comparisonReport';

/** So many groups of each fold are told. */
const toldGroups = 20;

/** Of these, what sets so many apart: each asks about all records of a side. */
const toldApart = 5;

const trendParts = 24;

/** Of these, only how many there are. */
const counted: ReadonlySet<VerdictKind> = new Set(['unchanged']);

/** Those that changed, so that what sets them apart may tell why. */
const changed: ReadonlySet<VerdictKind> = new Set(['new', 'grown', 'shrunk', 'gone']);

/** What a report of a comparison tells, as it is asked. */
export async function reportOf(
	sides: ComparedSides,
	{ asked, filters, keyWords }: ComparisonReportQuestion,
	signal: AbortSignal,
): Promise<ReportedComparison> {
	const ask = (verdicts: readonly VerdictKind[], end: number) =>
		sides.compare(asked, { verdicts, order: 'evidence', start: 0, end, trendParts }, { signal });
	const withApart = async (group: ComparedGroup, place: number): Promise<ReportedChange> => {
		const side = group.after ? 'after' : 'before';
		const isAsked = place < toldApart && changed.has(group.verdict.kind);
		return {
			group,
			apart: isAsked ? await apartOnSide(sides, { asked, value: group.value, side }, signal) : undefined,
		};
	};
	const result = await ask(verdictKinds, 0);
	const { key } = asked;
	const isPersonal = key.kind === 'column' && (await sides.columns()).after[key.column]?.personal === true;
	const folds: ReportFold[] = [];
	for (const name of foldNames) {
		const kinds = verdictsOf[name];
		const isTold = !isPersonal && !kinds.some((kind) => counted.has(kind));
		const groups: ReportedChange[] = [];
		for (const [place, group] of (isTold ? (await ask(kinds, toldGroups)).page : []).entries()) {
			groups.push(await withApart(group, place));
		}
		folds.push({ kinds, groups: isTold ? groups : undefined });
	}
	const { application, before, after } = sides.chosen;
	return {
		application,
		labels: { before: before.label, after: after.label },
		key,
		keyWords,
		isPersonal,
		filters,
		exposure: asked.exposure,
		timeZone: sides.timeZone,
		result,
		folds,
		asOf: new Date(),
	};
}
