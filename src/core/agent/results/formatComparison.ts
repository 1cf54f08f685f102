import type { ComparedGroup, ComparisonPage, Reason, SideSummary } from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import type { AgentContext, KnownRecords, OpenedRecords } from '../context/agentContext';
import { agentColumns } from '../context/nonPersonalColumns';
import type { References } from '../context/references';
import type { AnswerContent, AnswerRow } from '../text/answerText';
import { countText, ratioText, versionText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';
import { describeRecords, fileLimitText } from './describeRecords';
import { groupTexts } from './groupTexts';
import { openWhole } from './openWhole';
import { personalValues } from './sampleTrace';

const listedVerdicts = ['new', 'increased', 'gone', 'decreased'] as const;

export async function formatComparison(
	world: AgentContext,
	references: References,
	input: ToolInput<'compare'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const byVersion = input.export !== undefined;
	const [before, after] = [input.before, input.after].map((side) => references.exportOf(input.export ?? side)) as [
		KnownRecords,
		KnownRecords,
	];
	const opened = { before: await openWhole(world, before, signal), after: await openWhole(world, after, signal) };
	if (byVersion) {
		for (const version of [input.before, input.after]) {
			await requireVersion(opened.after, version, signal);
		}
	}
	const key = getKey(opened.after, world);
	const page = await world.compare(
		before,
		after,
		{
			before: { filters: [], facts: opened.before.facts, ...(byVersion && { versions: [input.before] }) },
			after: { filters: [], facts: opened.after.facts, ...(byVersion && { versions: [input.after] }) },
			key,
			exposure: byVersion ? 'devices' : 'time',
			timeZone: opened.after.facts?.timeZone ?? 'UTC',
			verdicts: listedVerdicts,
			order: 'evidence',
			start: 0,
			end: input.limit,
			trendParts: 0,
		},
		signal,
	);
	const rows: AnswerRow[] = [];
	for (const group of page.page) {
		const side = group.after ? 'after' : 'before';
		const known = group[side];
		const id = references.groupId({ of: { before, after }[side], filters: [], key, value: group.value });
		const columns = agentColumns(opened[side].info, world);
		const personal = await personalValues(opened[side], columns, known?.firstRecord, signal);
		rows.push({ line: `${id}: ${describeVerdict(group)}`, texts: known ? groupTexts(id, key, known, personal) : [] });
	}
	const now = world.now();
	const ids = [before, after].map((records) => references.exportId(records));
	const version = (text: string) => versionText(text) ?? 'as requested';
	return {
		head: [
			...new Set([describeRecords(ids[0] ?? '', before, now), describeRecords(ids[1] ?? '', after, now)]),
			`before${byVersion ? ` version ${version(input.before)}` : ` ${ids[0]}`}: ${describeSide(page.before)}`,
			`after${byVersion ? ` version ${version(input.after)}` : ` ${ids[1]}`}: ${describeSide(page.after)}`,
			`verdicts based on ${page.by}, normalized by ${byVersion ? 'all devices with errors' : 'time'}: ${verdictCounts(page)}`,
			...page.reasons.map(describeReason),
		],
		rows,
		rest: (rows) =>
			rows < page.listed
				? `not shown: ${countText(page.listed - rows)} more changed groups; use a higher limit (maximum 25)`
				: '',
	};
}

async function requireVersion({ info, ask }: OpenedRecords, version: string, signal: AbortSignal): Promise<void> {
	const { versionColumn: column } = info;
	const filters = column === undefined ? [] : [{ kind: 'oneOf' as const, column, values: [version] }];
	const params = { view: { filters, sort: [] }, start: 0, end: 0, columns: [], cellLength: 0 };
	if (column === undefined || (await ask('page', params, signal)).count === 0) {
		throw new AgentRefusal({ kind: 'unknownVersion' });
	}
}

function getKey({ info }: OpenedRecords, world: AgentContext): GroupKey {
	const hasTraces = agentColumns(info, world).open.some(({ name }) => name === 'error' || name === 'error_json');
	return { kind: hasTraces ? 'frames' : 'name' };
}

function describeSide({ records, devices, seconds, tested }: SideSummary): string {
	return [
		`${countText(records)} records`,
		...(devices === undefined ? [] : [`${countText(devices)} devices`]),
		...(seconds === undefined ? [] : [`${ratioText(seconds / 86_400)} days`]),
		...(tested.until === undefined ? [] : ['the newest hours are excluded from the test']),
	].join(', ');
}

function verdictCounts({ groups }: ComparisonPage): string {
	return Object.entries(groups)
		.map(([kind, number]) => `${kind} ${countText(number)}`)
		.join(', ');
}

function describeReason(reason: Reason): string {
	const { kind, forbids } = reason;
	const details = [
		...('side' in reason ? [`side ${reason.side}`] : []),
		...(reason.kind === 'file' ? [fileLimitText(reason.limit)] : []),
		...('seconds' in reason ? [`${ratioText(reason.seconds / 3600)} hours`] : []),
		...('records' in reason ? [`${countText(reason.records)} records`] : []),
		...('counted' in reason ? [`${countText(reason.counted)} counted`] : []),
	];
	return `caveat: ${[kind, ...details].join(', ')}; excluded verdicts: ${forbids}`;
}

function describeVerdict({ verdict, counted, change }: ComparedGroup): string {
	return [
		verdict.kind,
		`before ${countText(counted.before)}, after ${countText(counted.after)}`,
		...('expected' in verdict ? [`${ratioText(verdict.expected)} expected`] : []),
		...(change ? [`${ratioText(change.ratio)}× (95% CI: ${ratioText(change.low)} to ${ratioText(change.high)})`] : []),
	].join(' · ');
}
