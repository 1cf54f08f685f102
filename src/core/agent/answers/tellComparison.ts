import type { ComparedGroup, ComparisonPage, Reason, SideSummary } from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import type { AnswerContent } from '../text/answerText';
import { countText, ratioText, versionText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';
import type { AgentWorld, KnownRecords, OpenedRecords } from '../world/agentWorld';
import { agentColumns } from '../world/impersonalColumns';
import type { References } from '../world/references';
import { describeRecords } from './describeRecords';
import { groupTexts } from './groupTexts';
import { openWhole } from './openWhole';

/** What has changed; the others are counted only. */
const told = ['new', 'grown', 'gone', 'shrunk'] as const;

/** What is new, gone, grown and shrunk from one selection of records to another. */
export async function tellComparison(
	world: AgentWorld,
	references: References,
	input: ToolInput<'compare'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const byVersion = input.export !== undefined;
	const [before, after] = [input.a, input.b].map((side) => references.exportOf(input.export ?? side)) as [
		KnownRecords,
		KnownRecords,
	];
	const opened = { before: await openWhole(world, before, signal), after: await openWhole(world, after, signal) };
	if (byVersion) {
		for (const version of [input.a, input.b]) {
			await requireVersion(opened.after, version, signal);
		}
	}
	const key = keyOf(opened.after, world);
	const page = await world.compare(
		before,
		after,
		{
			before: { filters: [], facts: opened.before.facts, ...(byVersion && { versions: [input.a] }) },
			after: { filters: [], facts: opened.after.facts, ...(byVersion && { versions: [input.b] }) },
			key,
			exposure: byVersion ? 'devices' : 'time',
			timeZone: opened.after.facts?.timeZone ?? 'UTC',
			verdicts: told,
			order: 'evidence',
			start: 0,
			end: input.limit,
			trendParts: 0,
		},
		signal,
	);
	const now = world.now();
	const ids = [before, after].map((records) => references.exportId(records));
	const version = (text: string) => versionText(text) ?? 'as asked';
	return {
		head: [
			...new Set([describeRecords(ids[0] ?? '', before, now), describeRecords(ids[1] ?? '', after, now)]),
			`a (before)${byVersion ? ` version ${version(input.a)}` : ` ${ids[0]}`}: ${describeSide(page.before)}`,
			`b (after)${byVersion ? ` version ${version(input.b)}` : ` ${ids[1]}`}: ${describeSide(page.after)}`,
			`verdicts by ${page.by}, in proportion to ${byVersion ? 'devices with any error' : 'time'}: ${verdictCounts(page)}`,
			...page.reasons.map(describeReason),
		],
		rows: page.page.map((group) => {
			const side = group.after ? after : before;
			const id = references.groupId({ of: side, filters: [], key, value: group.value });
			const known = group.after ?? group.before;
			return {
				line: `${id}: ${describeVerdict(group)}`,
				texts: known ? groupTexts(id, key, known) : [],
			};
		}),
		rest: (rows) =>
			rows < page.listed
				? `left out: ${countText(page.listed - rows)} more changed groups; ask with a higher limit (at most 25)`
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

function keyOf({ info }: OpenedRecords, world: AgentWorld): GroupKey {
	const hasTraces = agentColumns(info, world).open.some(({ name }) => name === 'error' || name === 'error_json');
	return { kind: hasTraces ? 'frames' : 'name' };
}

function describeSide({ records, devices, seconds, tested }: SideSummary): string {
	return [
		`${countText(records)} records`,
		...(devices === undefined ? [] : [`${countText(devices)} devices`]),
		...(seconds === undefined ? [] : [`${ratioText(seconds / 86_400)} days`]),
		...(tested.until === undefined ? [] : ['the newest hours are left out of the test']),
	].join(', ');
}

function verdictCounts({ groups }: ComparisonPage): string {
	return Object.entries(groups)
		.map(([kind, number]) => `${kind} ${countText(number)}`)
		.join(', ');
}

/** Which verdicts a caveat forbids. */
function describeReason(reason: Reason): string {
	const { kind, forbids } = reason;
	const details = [
		...('side' in reason ? [`side ${reason.side}`] : []),
		...('seconds' in reason ? [`${ratioText(reason.seconds / 3600)} hours`] : []),
		...('records' in reason ? [`${countText(reason.records)} records`] : []),
		...('counted' in reason ? [`${countText(reason.counted)} counted`] : []),
	];
	return `caveat: ${[kind, ...details].join(', ')}; forbids ${forbids}`;
}

function describeVerdict({ verdict, counted, change }: ComparedGroup): string {
	return [
		verdict.kind,
		`before ${countText(counted.before)}, after ${countText(counted.after)}`,
		...('expected' in verdict ? [`${ratioText(verdict.expected)} expected`] : []),
		...(change
			? [`times ${ratioText(change.ratio)} (95 %: ${ratioText(change.low)} to ${ratioText(change.high)})`]
			: []),
	].join(' · ');
}
