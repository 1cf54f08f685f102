import { env, workspace } from 'vscode';
import type { ReportLink } from '../../core/records/write/report/report';
import { newestThrownFrom } from '../../core/report/newestThrownFrom';
import { linksTo } from '../../core/report/recordsLinks';
import { type QueriedRecords, ViewFacts } from '../../core/report/viewFacts';
import type { Frames } from '../../services/frames/frames';
import { type ComparedGroup, type ComparedSide, type VerdictKind, verdictKinds } from '../../shared/comparison';
import type { GroupValue } from '../../shared/groupValue';
import { type ComparisonReportQuestion, foldNames, foldVerdicts } from '../../shared/protocols/comparisonProtocol';
import type { ReportedChange, ReportedComparison, ReportFold } from '../../wording/report/comparisonReport';
import type { ComparedSides } from './comparedSides';
import { filtersOfGroup, filtersOfSide } from './sideRecords';
import { traitsOnSide } from './traitsOnSide';

const reportedGroups = 20;

/**
 * Number of groups whose common traits are in the report. The number is limited because each group requires a query
 * over all records of a side.
 */
const reportedTraits = 5;

/**
 * Number of groups whose source locations are in the report. The number is limited because the records of each group
 * must be sorted by time.
 */
const groupsWithCode = 10;

const trendParts = 24;

const counted: ReadonlySet<VerdictKind> = new Set(['unchanged']);

const changed: ReadonlySet<VerdictKind> = new Set(['new', 'increased', 'decreased', 'gone']);

export async function createReport(
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
	const linksOf = (side: ComparedSide) => linksTo(env.uriScheme, sides.factsOf(side), columns[side]);
	const traces = { before: sides.traceReader('before'), after: sides.traceReader('after') };
	const links = { before: linksOf('before'), after: linksOf('after') };
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
	const describeChange = async (group: ComparedGroup, place: number): Promise<ReportedChange> => {
		const side = group.after ? 'after' : 'before';
		const isAsked = place < reportedTraits && changed.has(group.verdict.kind);
		return {
			group,
			traits: isAsked
				? await traitsOnSide(sides, { asked, value: group.value, side }, ofSide[side], signal)
				: undefined,
			code: place < groupsWithCode ? await thrownFrom(group.value, side) : undefined,
			link: links[side].toGroup([], asked.key, group.value),
		};
	};
	const result = await ask(verdictKinds, 0);
	const { key } = asked;
	const isPersonal = key.kind === 'column' && columns.after[key.column]?.personal === true;
	const folds: ReportFold[] = [];
	for (const name of foldNames) {
		const kinds = foldVerdicts[name];
		const isListed = !isPersonal && !kinds.some((kind) => counted.has(kind));
		const groups: ReportedChange[] = [];
		for (const [index, group] of (isListed ? (await ask(kinds, reportedGroups)).page : []).entries()) {
			groups.push(await describeChange(group, index));
		}
		folds.push({ kinds, groups: isListed ? groups : undefined });
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
