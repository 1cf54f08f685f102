import { resolve } from 'node:path';
import type { ReportLink } from '../../core/records/write/report/report';
import { groupWords } from '../../shared/groupWords';
import type { Group, GroupKey, View } from '../../shared/results';
import { describeRecordCount } from '../../wording/formats';
import type { Json } from '../out/answer';
import { jsonText } from '../out/json';
import { writeNamed } from '../out/writeReport';
import { askedFilters, askedKey, queryOption } from '../records/askedView';
import { groupFingerprint } from '../records/groupData';
import { ThrownFrom } from '../records/thrownFrom';
import type { Command } from '../world/command';

const usualCount = 100;
/** Of a message; viewers show a line or two (characters). */
const maxMessage = 500;

export const sarif: Command = {
	summary: 'Writes the groups that lead to a line of the sources as SARIF 2.1.0, for code scanning.',
	usage: '<file or folder> --workspace DIR [--query Q] [--top 100]',
	options: {
		...queryOption,
		top: {
			type: 'string',
			value: 'N',
			meaning: `how many groups are looked at, those of most records first; ${usualCount}`,
		},
	},
	takes: [1, 1],
	forms: ['json'],
	async run(given, world) {
		const end = given.count('top', usualCount);
		await using file = await world.open(given.operands[0] ?? '');
		const { info } = file;
		const key = askedKey(undefined, info);
		const view: View = { filters: askedFilters(given.text('query'), info), sort: [] };
		const asked = { view, key, order: 'records', descending: true, start: 0, end, trendParts: 1 } as const;
		const { page } = await file.query('groups', asked);
		const thrownFrom = new ThrownFrom(file, view, await world.frames(), world.signal);
		const found: { readonly group: Group; readonly code: ReportLink }[] = [];
		for (const [at, group] of page.entries()) {
			world.progress.share('locating', at / page.length);
			const code = await thrownFrom.of(key, group.value);
			if (code) {
				found.push({ group, code });
			}
		}
		const without = page.length - found.length;
		world.progress.note(`${found.length} groups lead to a line, ${without} to none.`);
		const data = logOf(found, key, world.version);
		const out = given.text('out');
		if (out !== undefined) {
			await writeNamed(resolve(world.terminal.cwd, out), `${jsonText(data, '  ')}\n`);
		}
		return { data, rows: [], document: { title: '', language: 'en', blocks: [] }, isWritten: out !== undefined };
	},
};

/** Static Analysis Results Interchange Format (OASIS, version 2.1.0). */
function logOf(
	found: readonly { readonly group: Group; readonly code: ReportLink }[],
	key: GroupKey,
	version: string,
): { readonly [name: string]: Json } {
	const rules = [...new Set(found.map(({ group }) => ruleOf(key, group)))];
	return {
		$schema: 'https://json.schemastore.org/sarif-2.1.0.json',
		version: '2.1.0',
		runs: [
			{
				tool: {
					driver: {
						name: 'App Errors',
						version,
						rules: rules.map((id) => ({ id, shortDescription: { text: id } })),
					},
				},
				columnKind: 'utf16CodeUnits',
				results: found.map(({ group, code }) => ({
					ruleId: ruleOf(key, group),
					ruleIndex: rules.indexOf(ruleOf(key, group)),
					level: 'error',
					message: { text: messageOf(key, group) },
					locations: [
						{
							physicalLocation: {
								artifactLocation: {
									uri: encodeURI(code.label.replace(/:\d+$/, '')).replace(/[#?]/g, encodeURIComponent),
								},
								region: { startLine: code.line1 },
							},
						},
					],
					partialFingerprints: { 'appErrorsGroup/v1': groupFingerprint(key, group.value) },
					properties: { records: group.records, devices: group.devices ?? null },
				})),
			},
		],
	};
}

/** The type of the exception. */
function ruleOf(key: GroupKey, { value }: Group): string {
	return groupWords(key, value).title.slice(0, maxMessage) || 'error';
}

/** Plain text: a message of SARIF reads brackets as links and braces as places. */
function messageOf(key: GroupKey, { value, records, devices, firstVersion, lastVersion }: Group): string {
	const { title, place, message } = groupWords(key, value);
	const versions = [...new Set([firstVersion, lastVersion])].filter((one) => one !== '').join(' – ');
	const counts = [
		describeRecordCount(records),
		devices === undefined ? '' : `${devices} devices`,
		versions === '' ? '' : `versions ${versions}`,
	];
	const text = [title, place, message, ...counts].filter((part) => part !== '').join(' · ');
	return text
		.slice(0, maxMessage)
		.replace(/[[\]\\]/g, '\\$&')
		.replaceAll('{', '{{')
		.replaceAll('}', '}}');
}
