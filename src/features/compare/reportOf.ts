import { workspace } from 'vscode';
import type { ReportLink } from '../../core/records/write/report/report';
import type { Frames } from '../../services/frames/frames';
import type { ReportedChange, ReportedComparison, ReportFold } from '../../services/report/comparisonReport';
import { newestThrownFrom } from '../../services/report/newestThrownFrom';
import { type QueriedRecords, ViewFacts } from '../../services/results/viewFacts';
import { type ComparedGroup, type ComparedSide, type VerdictKind, verdictKinds } from '../../shared/comparison';
import { type ComparisonReportQuestion, foldNames, verdictsOf } from '../../shared/comparisonProtocol';
import type { GroupValue } from '../../shared/groupValue';
import { apartOnSide } from './apartOnSide';
import type { ComparedSides } from './comparedSides';
import { filtersOfGroup, filtersOfSide } from './sideRecords';

/** So many groups of each fold are told. */
const toldGroups = 20;

/** Of these, what sets so many apart: each asks about all records of a side. */
const toldApart = 5;

/** Of these, where so many were thrown from: each sorts the records of a group by time. */
const toldCode = 10;

const trendParts = 24;

/** Of these, only how many there are. */
const counted: ReadonlySet<VerdictKind> = new Set(['unchanged']);

/** Those that changed, so that what sets them apart may tell why. */
const changed: ReadonlySet<VerdictKind> = new Set(['new', 'grown', 'shrunk', 'gone']);

/** What a report of a comparison tells, as it is asked. */
export async function reportOf(
	sides: ComparedSides,
	frames: Pick<Frames, 'firstOwn' | 'locate'>,
	{ asked, filters, keyWords }: ComparisonReportQuestion,
	signal: AbortSignal,
): Promise<ReportedComparison> {
	const ask = (verdicts: readonly VerdictKind[], end: number) =>
		sides.compare(asked, { verdicts, order: 'evidence', start: 0, end, trendParts }, { signal });
	const inWorkspace = workspace.workspaceFolders ? frames : undefined;
	const infos = await sides.read();
	const columns = { before: infos.before.columns, after: infos.after.columns };
	const traces = { before: sides.traceReader('before'), after: sides.traceReader('after') };
	const ofSide = {
		before: await filtersOfSide(sides, 'before', asked, signal),
		after: await filtersOfSide(sides, 'after', asked, signal),
	};
	const thrownFrom = async (value: GroupValue, side: ComparedSide): Promise<ReportLink | undefined> => {
		const info = infos[side];
		const query: QueriedRecords['query'] = (...question) => sides.query(side, ...question);
		const view = { filters: [...ofSide[side], ...filtersOfGroup(columns, side, asked.key, value)], sort: [] };
		return newestThrownFrom(
			view,
			{ info, facts: new ViewFacts({ query }, info, signal), traces: traces[side], frames: inWorkspace },
			signal,
		);
	};
	const told = async (group: ComparedGroup, place: number): Promise<ReportedChange> => {
		const side = group.after ? 'after' : 'before';
		const isAsked = place < toldApart && changed.has(group.verdict.kind);
		return {
			group,
			apart: isAsked ? await apartOnSide(sides, { asked, value: group.value, side }, ofSide[side], signal) : undefined,
			code: place < toldCode ? await thrownFrom(group.value, side) : undefined,
		};
	};
	const result = await ask(verdictKinds, 0);
	const { key } = asked;
	const isPersonal = key.kind === 'column' && columns.after[key.column]?.personal === true;
	const folds: ReportFold[] = [];
	for (const name of foldNames) {
		const kinds = verdictsOf[name];
		const isTold = !isPersonal && !kinds.some((kind) => counted.has(kind));
		const groups: ReportedChange[] = [];
		for (const [place, group] of (isTold ? (await ask(kinds, toldGroups)).page : []).entries()) {
			groups.push(await told(group, place));
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
