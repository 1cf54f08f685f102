import { availableOrder } from '../../core/records/query/groups/availableOrder';
import { ViewFacts } from '../../core/report/viewFacts';
import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import { getActiveRates } from '../../core/triage/fixed/activeRates';
import { readGroups, type TriagedRecords, type TriageJudge } from '../../core/triage/judgeGroup';
import { withGroup } from '../../shared/groupFilters';
import type { Group, GroupKey, GroupOrder, GroupPage, TableInfo, View } from '../../shared/results';
import { type ActiveRates, perThousandActive, type TriageState } from '../../shared/triage';
import { formatCount, formatShare, plural } from '../../wording/formats';
import { getNames } from '../../wording/report/reportText';
import { describeTriageStatus } from '../../wording/triageMessages';
import type { Command } from '../context/command';
import { sourceOptions } from '../options/options';
import { line, table, title } from '../output/blocks';
import type { Json } from '../output/result';
import { completenessOf, takeLimits } from '../records/flags';
import { codeData, countsData, linksOf, namesData, ratesData } from '../records/groupData';
import type { OpenFile } from '../records/openFile';
import { ThrownFrom } from '../records/thrownFrom';
import { askedFilters, askedKey, keyOption, keyWords, queryOption } from '../records/viewFromOptions';
import { openActiveDevices, ratesOption } from '../triage/activeDevicesOption';
import { askedStates, openTriage, stateOption, triageData, triageOption } from '../triage/triageOf';

const orders: readonly GroupOrder[] = ['records', 'devices', 'lastSeen', 'firstSeen', 'trend', 'value'];
const usualCount = 20;
/**
 * Maximum number of groups to list. The number is limited because finding the source line of each group requires a
 * query over all records.
 */
const maxCount = 1_000;
const trendParts = 14;

export const groups: Command = {
	summary: 'Groups the records of a file into errors.',
	usage: '<file or folder> [--by frames] [--query QUERY] [--order records] [--top 20] [--active-devices FILE]',
	options: {
		...keyOption,
		...queryOption,
		order: { type: 'string', value: 'ORDER', meaning: orders.join(', ') },
		top: {
			type: 'string',
			value: 'N',
			meaning: `number of groups to show (default: ${usualCount}, maximum: ${maxCount})`,
		},
		...ratesOption,
		...stateOption,
		...triageOption,
	},
	uses: ['output', 'library', ...sourceOptions],
	takes: [1, 1],
	async run(given, context) {
		const order = given.oneOf('order', orders, 'records');
		const end = given.count('top', usualCount, maxCount);
		const states = askedStates(given.text('state'));
		const active = await openActiveDevices(given, context);
		await using file = await context.open(given.operands[0] ?? '');
		const { info } = file;
		const key = askedKey(given.text('by'), info);
		const view: View = { filters: askedFilters(given.text('query'), info), sort: [] };
		const devices = await new ViewFacts(file, info, context.signal).devices(view);
		const triage = await openTriage(given, context, file);
		const params = { view, key, order, trendParts, end };
		const { listed, shown } = await listGroups(file, params, triage, states, context.signal);
		const limits = takeLimits(file, context.progress);
		const thrownFrom = new ThrownFrom(file, view, await context.frames(), context.signal);
		const links = linksOf(file);
		const described: DescribedGroup[] = [];
		for (const { group, judged } of shown) {
			const code = await thrownFrom.of(key, group.value);
			const names = namesData(key, group.value);
			const link = links.toGroup(view.filters, key, group.value) ?? null;
			const own = withGroup([], key, group.value);
			const rated = { records: file, info, facts: file.facts };
			const rates = active && (await getActiveRates(active, rated, own, '', context.signal));
			const counts = { ...countsData(group), activeRates: ratesData(rates) };
			const row = { ...names, ...counts, ...triageData(judged), code: codeData(code), link };
			await context.onRow?.(row);
			described.push({ row, group, judged, rates, place: code?.label ?? '' });
		}
		const rows = described.map(({ row }) => row);
		const names = distinctNames(
			key,
			shown.map(({ group }) => group),
		);
		const { records, groups: count, cutShort, deobfuscated } = listed;
		const orderedBy = describeOrder(order, info, devices);
		if (orderedBy.reason !== undefined) {
			context.progress.note(orderedBy.reason);
		}
		if (active && described.every(({ rates }) => !rates)) {
			context.progress.note('The numbers of active devices cannot be related to the records, so there are no rates.');
		}
		return {
			data: {
				file: file.path,
				groupedBy: keyWords(key, info),
				orderedBy: orderedBy.order,
				records,
				devices: devices ?? null,
				groupCount: count,
				completeness: completenessOf(file.entry?.outcome?.proof),
				limits,
				truncatedTexts: cutShort ?? 0,
				deobfuscated: deobfuscated
					? { records: deobfuscated.records, minified: deobfuscated.minified, unsearched: deobfuscated.unsearched ?? 0 }
					: null,
				groups: rows,
			},
			rows,
			isStreamed: true,
			document: {
				title: 'Errors',
				language: 'en',
				blocks: [
					title(`${countsWords(records, devices, count)} by `, { foreign: keyWords(key, info) }),
					...limits.map(({ text }) => line(text)),
					...groupsTable(described, {
						names,
						records,
						hasDevices: devices !== undefined,
						hasRates: active !== undefined,
						hasStates: triage !== undefined,
					}),
				],
			},
		};
	},
};

interface ShownGroup {
	readonly group: Group;
	readonly judged: TriagedRecords | undefined;
}

interface DescribedGroup extends ShownGroup {
	readonly row: Json;
	readonly rates: ActiveRates | undefined;
	readonly place: string;
}

interface ShownFacts {
	readonly names: readonly string[];
	readonly records: number;
	readonly hasDevices: boolean;
	readonly hasRates: boolean;
	readonly hasStates: boolean;
}

function groupsTable(
	groups: readonly DescribedGroup[],
	{ names, records, hasDevices, hasRates, hasStates }: ShownFacts,
) {
	const counts = ['Error', 'Records', 'Share', ...(hasDevices ? ['Devices'] : [])];
	const rates = hasRates ? ['Per 1,000 active'] : [];
	return table(
		[...counts, ...rates, 'Versions', ...(hasStates ? ['State'] : []), 'Thrown from'],
		groups.map(({ group, judged, rates, place }, at) => [
			{ foreign: names[at] ?? '' },
			formatCount(group.records),
			formatShare(group.records, records),
			...(hasDevices ? [formatCount(group.devices ?? 0)] : []),
			...(hasRates ? [perThousand(rates)] : []),
			{ foreign: [...new Set([group.firstVersion, group.lastVersion])].filter(Boolean).join(' – ') },
			...(judged ? [{ foreign: describeTriageStatus(judged.status) }] : []),
			{ foreign: place },
		]),
	);
}

/** Formats affected devices per thousand active devices. Returns an empty string if the rate is unknown. */
function perThousand(rates: ActiveRates | undefined): string {
	return (rates && perThousandActive(rates.total))?.toFixed(2) ?? '';
}

interface AskedGroups {
	readonly view: View;
	readonly key: GroupKey;
	readonly order: GroupOrder;
	readonly trendParts: number;
	readonly end: number;
}

async function listGroups(
	file: OpenFile,
	{ end, ...params }: AskedGroups,
	triage: TriageJudge | undefined,
	states: readonly TriageState[] | undefined,
	signal: AbortSignal,
): Promise<{ readonly listed: GroupPage; readonly shown: readonly ShownGroup[] }> {
	const ordered = { ...params, descending: params.order !== 'value' };
	const listed = await file.query('groups', { ...ordered, start: 0, end: states ? 0 : end });
	if (!triage || !states) {
		const shown = listed.page.map(async (group) => ({ group, judged: await triage?.judge(params.key, group.value) }));
		return { listed, shown: await Promise.all(shown) };
	}
	const shown: ShownGroup[] = [];
	for await (const group of readGroups(file, ordered, signal)) {
		const judged = await triage.judge(params.key, group.value);
		if (states.includes(judged.status.state)) {
			shown.push({ group, judged });
		}
		if (shown.length === end) {
			break;
		}
	}
	return { listed, shown };
}

function describeOrder(
	order: GroupOrder,
	info: TableInfo,
	devices: number | undefined,
): { readonly order: GroupOrder; readonly reason?: string } {
	const available = availableOrder(order, info);
	if (available !== order) {
		const column = order === 'devices' ? 'device' : 'time';
		return { order: available, reason: `The file has no ${column} column, so the groups are ordered by records.` };
	}
	return order === 'devices' && devices === 0
		? { order: 'records', reason: 'No record has a device ID, so the groups are ordered by records.' }
		: { order };
}

function countsWords(records: number, devices: number | undefined, count: number): string {
	return [
		plural(records, { one: '{0} record', other: '{0} records' }),
		...(devices === undefined ? [] : [plural(devices, { one: '{0} device', other: '{0} devices' })]),
		plural(count, { one: '{0} group', other: '{0} groups' }),
	].join(', ');
}

function distinctNames(key: GroupKey, page: readonly Group[]): readonly string[] {
	const names = page.map(({ value }) => getNames(key, value).map(wordsIn).join(' · '));
	return page.map(({ value }, at) => {
		const name = names[at] ?? '';
		const isAmbiguous = names.indexOf(name) !== names.lastIndexOf(name);
		return isAmbiguous ? `${name} #${groupFingerprint(key, value).slice(0, 6)}` : name;
	});
}

function wordsIn(words: ReturnType<typeof getNames>[number]): string {
	return typeof words === 'string' ? words : 'foreign' in words ? words.foreign : words.link.label;
}
