import { namesOf } from '../../services/report/reportWords';
import { ViewFacts } from '../../services/results/viewFacts';
import type { Group, GroupOrder, View } from '../../shared/results';
import { formatCount, formatShare } from '../../wording/formats';
import { line, table, title } from '../out/blocks';
import { askedFilters, askedKey, keyOption, keyWords, queryOption } from '../records/askedView';
import { limitsOf } from '../records/flags';
import { codeData, countsData, namesData } from '../records/groupData';
import { ThrownFrom } from '../records/thrownFrom';
import type { Command } from '../world/command';

const orders: readonly GroupOrder[] = ['records', 'devices', 'lastSeen', 'firstSeen', 'trend', 'value'];
const usualCount = 20;
const trendParts = 14;

export const groups: Command = {
	summary: 'Groups the records of a file into errors.',
	usage: '<file or folder> [--by frames] [--query Q] [--order records] [--top 20]',
	options: {
		...keyOption,
		...queryOption,
		order: { type: 'string', value: 'ORDER', meaning: orders.join(', ') },
		top: { type: 'string', value: 'N', meaning: `how many are listed; ${usualCount}` },
	},
	takes: [1, 1],
	async run(given, world) {
		const order = given.oneOf('order', orders, 'records');
		const end = given.count('top', usualCount);
		await using file = await world.open(given.operands[0] ?? '');
		const { info } = file;
		const key = askedKey(given.text('by'), info);
		const view: View = { filters: askedFilters(given.text('query'), info), sort: [] };
		const devices = await new ViewFacts(file, info, world.signal).devices(view);
		const asked = { view, key, order, descending: order !== 'value', start: 0, end, trendParts };
		const listed = await file.query('groups', asked);
		const limits = limitsOf(file.entry);
		const thrownFrom = new ThrownFrom(file, view, await world.frames(), world.signal);
		const told: { readonly group: Group; readonly code: ReturnType<typeof codeData>; readonly place: string }[] = [];
		for (const group of listed.page) {
			const code = await thrownFrom.of(key, group.value);
			told.push({ group, code: codeData(code), place: code?.label ?? '' });
		}
		const rows = told.map(({ group, code }) => ({ ...namesData(key, group.value), ...countsData(group), code }));
		const { records, groups: count, cutShort, deobfuscated } = listed;
		return {
			data: {
				file: file.path,
				by: keyWords(key, info),
				records,
				devices: devices ?? null,
				groupCount: count,
				proof: file.entry?.outcome?.proof ?? null,
				limits,
				cutShort: cutShort ?? 0,
				deobfuscated: deobfuscated
					? { records: deobfuscated.records, minified: deobfuscated.minified, unsearched: deobfuscated.unsearched ?? 0 }
					: null,
				groups: rows,
			},
			rows,
			document: {
				title: 'Errors',
				language: 'en',
				blocks: [
					title(
						`${formatCount(records)} records, ${devices === undefined ? '' : `${formatCount(devices)} devices, `}${formatCount(count)} groups by `,
						{ foreign: keyWords(key, info) },
					),
					...limits.map((sentence) => line(sentence)),
					...table(
						['Error', 'Records', 'Share', ...(devices === undefined ? [] : ['Devices']), 'Versions', 'Thrown from'],
						told.map(({ group, place }) => [
							{ foreign: namesOf(key, group.value).map(wordsIn).join(' · ') },
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

function wordsIn(words: ReturnType<typeof namesOf>[number]): string {
	return typeof words === 'string' ? words : 'foreign' in words ? words.foreign : words.link.label;
}
