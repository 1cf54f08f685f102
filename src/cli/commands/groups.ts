import { availableOrder } from '../../core/records/query/groups/availableOrder';
import { ViewFacts } from '../../core/report/viewFacts';
import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import type { Group, GroupKey, GroupOrder, TableInfo, View } from '../../shared/results';
import { formatCount, formatShare, plural } from '../../wording/formats';
import { getNames } from '../../wording/report/reportText';
import type { Command } from '../context/command';
import { sourceOptions } from '../options/options';
import { line, table, title } from '../output/blocks';
import type { Json } from '../output/result';
import { completenessOf, takeLimits } from '../records/flags';
import { codeData, countsData, namesData } from '../records/groupData';
import { ThrownFrom } from '../records/thrownFrom';
import { askedFilters, askedKey, keyOption, keyWords, queryOption } from '../records/viewFromOptions';

const orders: readonly GroupOrder[] = ['records', 'devices', 'lastSeen', 'firstSeen', 'trend', 'value'];
const usualCount = 20;
/** Limits the number of queries: finding a group's source line requires a query over all records. */
const maxCount = 1_000;
const trendParts = 14;

export const groups: Command = {
	summary: 'Groups the records of a file into errors.',
	usage: '<file or folder> [--by frames] [--query QUERY] [--order records] [--top 20]',
	options: {
		...keyOption,
		...queryOption,
		order: { type: 'string', value: 'ORDER', meaning: orders.join(', ') },
		top: {
			type: 'string',
			value: 'N',
			meaning: `number of groups to show (default: ${usualCount}, maximum: ${maxCount})`,
		},
	},
	uses: ['output', 'library', ...sourceOptions],
	takes: [1, 1],
	async run(given, context) {
		const order = given.oneOf('order', orders, 'records');
		const end = given.count('top', usualCount, maxCount);
		await using file = await context.open(given.operands[0] ?? '');
		const { info } = file;
		const key = askedKey(given.text('by'), info);
		const view: View = { filters: askedFilters(given.text('query'), info), sort: [] };
		const devices = await new ViewFacts(file, info, context.signal).devices(view);
		const asked = { view, key, order, descending: order !== 'value', start: 0, end, trendParts };
		const listed = await file.query('groups', asked);
		const limits = takeLimits(file, context.progress);
		const thrownFrom = new ThrownFrom(file, view, await context.frames(), context.signal);
		const told: { readonly row: Json; readonly group: Group; readonly place: string }[] = [];
		for (const group of listed.page) {
			const code = await thrownFrom.of(key, group.value);
			const row = { ...namesData(key, group.value), ...countsData(group), code: codeData(code) };
			await context.onRow?.(row);
			told.push({ row, group, place: code?.label ?? '' });
		}
		const rows = told.map(({ row }) => row);
		const names = distinctNames(key, listed.page);
		const { records, groups: count, cutShort, deobfuscated } = listed;
		const orderedBy = describeOrder(order, info, devices);
		if (orderedBy.reason !== undefined) {
			context.progress.note(orderedBy.reason);
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
					...table(
						['Error', 'Records', 'Share', ...(devices === undefined ? [] : ['Devices']), 'Versions', 'Thrown from'],
						told.map(({ group, place }, at) => [
							{ foreign: names[at] ?? '' },
							formatCount(group.records),
							formatShare(group.records, records),
							...(devices === undefined ? [] : [formatCount(group.devices ?? 0)]),
							{ foreign: [...new Set([group.firstVersion, group.lastVersion])].filter(Boolean).join(' – ') },
							{ foreign: place },
						]),
					),
				],
			},
		};
	},
};

/** Returns the order of the groups, and the reason why it differs from the requested order. */
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

/** Returns the names of groups. If several groups have the same name, their fingerprints distinguish them. */
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
