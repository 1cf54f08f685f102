import type { Group, View } from '../../../shared/results';
import { headerText } from '../../stack/trace/failingThread';
import { frameText } from '../../stack/trace/frameLines';
import { regressedFix } from '../../triage/judgeGroup';
import type { AgentContext, OpenedRecords } from '../context/agentContext';
import { type AgentColumns, agentColumns } from '../context/nonPersonalColumns';
import type { References } from '../context/references';
import { shownFilters } from '../context/shownFilters';
import type { AnswerContent, AnswerRow, ForeignText } from '../text/answerText';
import { countText, versionText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';
import { describeOpened } from './describeRecords';
import { groupNumbers } from './formatGroups';
import { describeFramePlace } from './frameLocation';
import { groupCommits } from './groupCommits';
import { groupTexts } from './groupTexts';
import { checkOfFix, groupTriage, triageJudge } from './groupTriage';
import { openWhole } from './openWhole';
import { type GroupSample, sampleRecords } from './sampleTrace';

const trendParts = 14;
const mostOf = { frame: 200, text: 2_000, value: 100 };
const valuesInBreakdown = 5;

export async function formatGroup(
	world: AgentContext,
	references: References,
	input: ToolInput<'get_group'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const { of, filters: asGiven, key, value } = references.groupOf(input.group);
	const opened = await openWhole(world, of, signal);
	const columns = agentColumns(opened.info, world);
	const { filters } = await shownFilters(opened, columns, asGiven, signal);
	const all = { filters, sort: [] };
	const group = await opened.ask('group', { view: all, key, value, trendParts }, signal);
	if (!group) {
		throw new AgentRefusal({ kind: 'unknownGroup' });
	}
	const { count: records } = await opened.ask(
		'page',
		{ view: all, start: 0, end: 0, columns: [], cellLength: 0 },
		signal,
	);
	const own = [...filters, { kind: 'group' as const, key, values: [value] }];
	const view = { filters: own, sort: newestFirst(opened) };
	const judge = await triageJudge(world, of, opened, signal);
	const triage = await groupTriage(judge, input.group, key, value);
	const samples = await sampleRecords(opened, columns, view, input.samples, signal);
	const personal = samples.flatMap((sample) => sample.personal);
	const [first] = samples;
	const frames = await frameRows(world, first, input.frames, signal);
	const breakdowns = await breakdownRows(opened, columns, { view, names: input.breakdown, group }, signal);
	const commits = await groupCommits(
		world,
		opened,
		{ key, value, fixedIn: triage.status ? regressedFix(triage.status) : [] },
		first?.trace,
		signal,
	);
	const others = [...breakdowns, ...commits.rows];
	return {
		head: [
			...describeOpened(references.exportId(of), of, opened, world.now()),
			`${input.group}: ${groupNumbers(group, records)}${asGiven.length > 0 ? ' · of the records that match the filters of its list' : ''}`,
			...triage.words,
			...(await checkOfFix(opened, key, value, triage.status, signal)),
			...commits.head,
			...(group.trend.length > 0 ? [`trend in ${trendParts} equal time intervals: ${group.trend.join(' ')}`] : []),
			...(first?.trace ? [`sample s1: ${countText(first.trace.frames.length)} frames`] : ['sample s1: no stack trace']),
		],
		rows: [...others, ...frames],
		texts: [
			...groupTexts(input.group, key, group, personal),
			...triage.texts,
			...commits.texts,
			...samples.flatMap((sample, index) => sampleTexts(`s${index + 1}`, sample)),
		],
		rest: (shown) => {
			const left = (first?.trace?.frames.length ?? 0) - Math.max(0, shown - others.length);
			return left > 0 ? `not shown: ${countText(left)} frames; use frames=${Math.min(60, input.frames + left)}` : '';
		},
	};
}

function newestFirst({ info }: OpenedRecords): View['sort'] {
	return info.timeColumn === undefined ? [] : [{ column: info.timeColumn, descending: true }];
}

async function frameRows(
	world: AgentContext,
	sample: GroupSample | undefined,
	most: number,
	signal: AbortSignal,
): Promise<readonly AnswerRow[]> {
	if (!sample?.trace) {
		return [];
	}
	const { trace, frames } = sample.trace;
	const shown = frames.slice(0, most);
	const located = await world.locate(shown, trace, signal);
	return shown.map((frame, index) => {
		const where = located[index];
		const label = `f${index + 1}`;
		const text = { label, text: frameText(frame, trace), most: mostOf.frame, personal: sample.personal };
		return { line: `${label}: ${where ? describeFramePlace(where) : 'not searched'}`, texts: [text] };
	});
}

interface Breakdown {
	readonly view: View;
	readonly names: ToolInput<'get_group'>['breakdown'];
	readonly group: Group;
}

async function breakdownRows(
	opened: OpenedRecords,
	{ open }: AgentColumns,
	{ view, names, group }: Breakdown,
	signal: AbortSignal,
): Promise<readonly AnswerRow[]> {
	const rows: AnswerRow[] = [];
	for (const name of new Set(names)) {
		const column = open.find((known) => known.name === name)?.index;
		if (column === undefined) {
			rows.push({ line: `${name}: not a field of this export`, texts: [] });
			continue;
		}
		const params = { view: { ...view, sort: [] }, column, limit: valuesInBreakdown };
		const { values } = await opened.ask('topValues', params, signal);
		const others = group.records - values.reduce((sum, { records }) => sum + records, 0);
		const isVersion = name === 'app_version_name';
		const counts = values.map(({ value, records }, index) => {
			const version = isVersion ? versionText(value) : undefined;
			return `${version ?? `${name}.${index + 1}`} ${countText(records)}`;
		});
		rows.push({
			line: `${name}: ${[...counts, ...(others > 0 ? [`other ${countText(others)}`] : [])].join(', ')}`,
			texts: values.flatMap(({ value }, index) =>
				isVersion && versionText(value) !== undefined
					? []
					: [{ label: `${name}.${index + 1}`, text: value || '(empty)', most: mostOf.value }],
			),
		});
	}
	return rows;
}

function sampleTexts(label: string, { trace, error, personal }: GroupSample): readonly ForeignText[] {
	const headers = trace?.headers ?? [];
	const text = headers.length > 0 ? headers.map(headerText).join('\n') : error;
	return [{ label: `${label}.message`, text, most: mostOf.text, personal }];
}
