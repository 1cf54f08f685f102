import type { Group, GroupKey, GroupOrder, RecordFilter } from '../../../shared/results';
import { availableOrder } from '../../records/query/groups/availableOrder';
import { getLabel } from '../../stack/trace/frameLabel';
import type { AgentContext, OpenedRecords } from '../context/agentContext';
import { type AgentColumns, agentColumns } from '../context/nonPersonalColumns';
import { readFilters } from '../context/readFilters';
import type { References } from '../context/references';
import { shownFilters } from '../context/shownFilters';
import type { AnswerContent, AnswerRow } from '../text/answerText';
import { countText, momentText, shareText, versionSpan, versionText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { cappedLine } from './cappedLine';
import { describeOpened } from './describeRecords';
import { placeText } from './frameLocation';
import { groupTexts } from './groupTexts';
import { groupTriage, triageJudge } from './groupTriage';
import { openWhole } from './openWhole';
import { type GroupSample, sampleRecord } from './sampleTrace';

const orders = {
	devices: 'devices',
	records: 'records',
	lastSeen: 'lastSeen',
	growth: 'trend',
} as const satisfies Readonly<Record<ToolInput<'top_groups'>['order'], GroupOrder>>;

const orderWords: Readonly<Record<(typeof orders)[keyof typeof orders], string>> = {
	devices: 'most devices first',
	records: 'most records first',
	lastSeen: 'most recently seen first',
	trend: 'largest growth from the first to the second half of the time range first',
};

export async function formatGroups(
	world: AgentContext,
	references: References,
	input: ToolInput<'top_groups'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const of = references.exportOf(input.export);
	const opened = await openWhole(world, of, signal);
	const columns = agentColumns(opened.info, world);
	const filters = input.filters.flatMap((text) => readFilters(text, columns, opened.info.timeColumn, 'none'));
	const key = getKey(input.by, columns);
	const by = orders[input.order];
	const list = JSON.stringify([of.folder, filters, key, by]);
	const start = input.after === undefined ? 0 : references.positionOf(input.after, list) + 1;
	const shown = await shownFilters(opened, columns, filters, signal);
	const view = { filters: shown.filters, sort: [] };
	const params = { view, key, order: by, descending: true, start, end: start + input.limit, trendParts: 0 };
	const found = await opened.ask('groups', params, signal);
	const judge = await triageJudge(world, of, opened, signal);
	const rows: AnswerRow[] = [];
	const ids: string[] = [];
	for (const [index, group] of found.page.entries()) {
		const reference = { of, filters, key, value: group.value };
		const id = references.groupId(reference, { list, position: start + index });
		ids.push(id);
		const sample = await sampleRecord(opened, columns, group.firstRecord, signal);
		const triage = await groupTriage(judge, id, key, group.value);
		const at = await topPlace(world, group, sample, signal);
		rows.push({
			line: [
				`${id}: ${groupNumbers(group, found.records)}`,
				...triage.words,
				...(at === undefined ? [] : [`at ${at}`]),
			].join(' · '),
			texts: [...groupTexts(id, key, group, sample.personal), ...triage.texts],
		});
	}
	const all = countText(found.groups);
	return {
		head: [
			...describeOpened(input.export, of, opened, world.now()),
			`groups: ${all} by ${key.kind}, of ${countText(found.records)} records${filters.length > 0 ? ' that match the filters' : ''}; ${describeOrder(by, opened, found.page)}`,
			...cappedLine(shown.capped),
			...(await versionsLine(opened, shown.filters, signal)),
			...(found.deobfuscated
				? [`minified: ${countText(found.deobfuscated.minified)} records are grouped by their minified names`]
				: []),
		],
		rows,
		rest: (fittingCount) => {
			const left = found.groups - start - fittingCount;
			const last = ids[fittingCount - 1];
			return left > 0 && last !== undefined
				? `not shown: ${countText(left)} more groups; continue with after="${last}". For details, call get_group`
				: '';
		},
	};
}

function describeOrder(order: keyof typeof orderWords, { info }: OpenedRecords, [first]: readonly Group[]): string {
	const noDevices = info.deviceColumn === undefined ? '; no device column' : '';
	if (availableOrder(order, info) !== order) {
		return `${orderWords.records}${noDevices}${info.timeColumn === undefined ? '; no time column' : ''}`;
	}
	return order === 'devices' && first?.devices === 0
		? `${orderWords.records}; no record has a device ID`
		: `${orderWords[order]}${noDevices}`;
}

function getKey(by: ToolInput<'top_groups'>['by'], { open }: AgentColumns): GroupKey {
	const hasTraces = open.some(({ name }) => name === 'error' || name === 'error_json');
	return { kind: by === 'frames' && !hasTraces ? 'name' : by };
}

export function groupNumbers(group: Group, records: number): string {
	return [
		`${countText(group.records)} records (${shareText(group.records, records)})`,
		...(group.devices === undefined ? [] : [`${countText(group.devices)} devices`]),
		`${momentText(group.firstSeen)} to ${momentText(group.lastSeen)}`,
		...(group.lastVersion === '' ? [] : [`versions ${versionSpan(group.firstVersion, group.lastVersion)}`]),
	].join(' · ');
}

const maxPlaces = 3;

async function topPlace(
	world: AgentContext,
	{ value }: Group,
	sample: GroupSample,
	signal: AbortSignal,
): Promise<string | undefined> {
	if (typeof value === 'string' || 'frame' in value || !sample.trace) {
		return undefined;
	}
	const { trace, frames } = sample.trace;
	const named = new Set(value.frames);
	const tried = frames.filter((frame) => named.has(getLabel(frame).full)).slice(0, maxPlaces);
	const places = tried.length === 0 ? [] : await world.locate(tried, trace, signal);
	const found = places.find(({ kind }) => kind === 'target');
	return found?.kind === 'target' ? placeText(found.target) : undefined;
}

const mostVersions = 5;

async function versionsLine(
	opened: OpenedRecords,
	filters: readonly RecordFilter[],
	signal: AbortSignal,
): Promise<readonly string[]> {
	const { versionColumn: column } = opened.info;
	if (column === undefined) {
		return [];
	}
	const { values } = await opened.ask(
		'topValues',
		{ view: { filters, sort: [] }, column, limit: mostVersions },
		signal,
	);
	const versions = values.flatMap(({ value, records }) => {
		const version = versionText(value);
		return version === undefined ? [] : [`${version} (${countText(records)})`];
	});
	return versions.length === 0 ? [] : [`most frequent versions: ${versions.join(', ')}`];
}
