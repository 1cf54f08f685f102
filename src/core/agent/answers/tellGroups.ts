import type { Group, GroupKey, GroupOrder, RecordFilter } from '../../../shared/results';
import { labelOf } from '../../stack/trace/frameLabel';
import type { AnswerContent, AnswerRow } from '../text/answerText';
import { countText, momentText, shareText, versionSpan, versionText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import type { AgentWorld, OpenedRecords } from '../world/agentWorld';
import { type AgentColumns, agentColumns } from '../world/impersonalColumns';
import { readFilters } from '../world/readFilters';
import type { References } from '../world/references';
import { describeRecords } from './describeRecords';
import { placeText } from './framePlace';
import { groupTexts } from './groupTexts';
import { openWhole } from './openWhole';
import { type GroupSample, sampleRecord } from './sampleTrace';

const orders: Readonly<Record<ToolInput<'top_groups'>['order'], { readonly by: GroupOrder; readonly words: string }>> =
	{
		devices: { by: 'devices', words: 'most devices first' },
		records: { by: 'records', words: 'most records first' },
		lastSeen: { by: 'lastSeen', words: 'latest first' },
		growth: { by: 'trend', words: 'those that grew most from the first to the second half of the time first' },
	};

/** The errors of an export, as many as asked for. */
export async function tellGroups(
	world: AgentWorld,
	references: References,
	input: ToolInput<'top_groups'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const of = references.exportOf(input.export);
	const opened = await openWhole(world, of, signal);
	const columns = agentColumns(opened.info, world);
	const filters = input.filters.flatMap((text) => readFilters(text, columns, opened.info.timeColumn, 'none'));
	const key = keyOf(input.by, columns);
	const { by, words } = orders[input.order];
	const list = JSON.stringify([of.folder, filters, key, by]);
	const start = input.after === undefined ? 0 : references.positionOf(input.after, list) + 1;
	const view = { filters, sort: [] };
	const params = { view, key, order: by, descending: true, start, end: start + input.limit, trendParts: 0 };
	const found = await opened.ask('groups', params, signal);
	const rows: AnswerRow[] = [];
	const ids: string[] = [];
	for (const [place, group] of found.page.entries()) {
		const reference = { of, filters, key, value: group.value };
		const id = references.groupId(reference, { list, position: start + place });
		ids.push(id);
		const sample = await sampleRecord(opened, columns, group.firstRecord, signal);
		const at = await topPlace(world, group, sample, signal);
		rows.push({
			line: [`${id}: ${groupNumbers(group, found.records)}`, ...(at === undefined ? [] : [`at ${at}`])].join(' · '),
			texts: groupTexts(id, key, group, sample.personal),
		});
	}
	const all = countText(found.groups);
	return {
		head: [
			describeRecords(input.export, of, world.now()),
			`groups: ${all} by ${key.kind}, of ${countText(found.records)} records${filters.length > 0 ? ' that pass the filters' : ''}; ${words}${opened.info.deviceColumn === undefined ? '; no column tells devices' : ''}`,
			...(await versionsLine(opened, filters, signal)),
			...(found.deobfuscated
				? [`minified: ${countText(found.deobfuscated.minified)} records are grouped as they were written`]
				: []),
		],
		rows,
		rest: (shown) => {
			const left = found.groups - start - shown;
			const last = ids[shown - 1];
			return left > 0 && last !== undefined
				? `left out: ${countText(left)} more groups; the next are behind after="${last}". Details: get_group`
				: '';
		},
	};
}

function keyOf(by: ToolInput<'top_groups'>['by'], { open }: AgentColumns): GroupKey {
	const hasTraces = open.some(({ name }) => name === 'error' || name === 'error_json');
	return { kind: by === 'frames' && !hasTraces ? 'name' : by };
}

/** Its numbers, and how much of the records they are. */
export function groupNumbers(group: Group, records: number): string {
	return [
		`${countText(group.records)} records (${shareText(group.records, records)})`,
		...(group.devices === undefined ? [] : [`${countText(group.devices)} devices`]),
		`${momentText(group.firstSeen)} to ${momentText(group.lastSeen)}`,
		...(group.lastVersion === '' ? [] : [`versions ${versionSpan(group.firstVersion, group.lastVersion)}`]),
	].join(' · ');
}

/** Frames of the key that are looked for in the workspace. */
const maxPlaces = 3;

async function topPlace(
	world: AgentWorld,
	{ value }: Group,
	sample: GroupSample,
	signal: AbortSignal,
): Promise<string | undefined> {
	if (typeof value === 'string' || 'frame' in value || !sample.trace) {
		return undefined;
	}
	const { trace, frames } = sample.trace;
	const named = new Set(value.frames);
	const tried = frames.filter((frame) => named.has(labelOf(frame).full)).slice(0, maxPlaces);
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
	const told = values.flatMap(({ value, records }) => {
		const version = versionText(value);
		return version === undefined ? [] : [`${version} (${countText(records)})`];
	});
	return told.length === 0 ? [] : [`versions of most records: ${told.join(', ')}`];
}
