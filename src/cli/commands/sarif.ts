import { stat } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { ReportLink } from '../../core/records/write/report/report';
import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import { groupWords } from '../../shared/groupLabels';
import { isErrorValue } from '../../shared/groupValue';
import type { Group, GroupKey, View } from '../../shared/results';
import type { TriageState } from '../../shared/triage';
import { describeRecordCount, plural } from '../../wording/formats';
import type { Command } from '../context/command';
import { sourceOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { visibleLine } from '../output/inert';
import { jsonText } from '../output/json';
import type { Json } from '../output/result';
import { writeNamed } from '../output/writeReport';
import { takeLimits } from '../records/flags';
import { ThrownFrom } from '../records/thrownFrom';
import { askedFilters, askedKey, queryOption } from '../records/viewFromOptions';
import { openTriage, triageOption } from '../triage/triageOf';

const usualCount = 100;
/**
 * Maximum number of groups in the log. The number is limited because finding the source line of each group requires a
 * query over all records.
 */
const maxCount = 1_000;
/** Maximum message length in characters. SARIF viewers show only one or two lines. */
const maxMessageLength = 500;

export const sarif: Command = {
	summary: 'Writes the groups that refer to a source line as SARIF 2.1.0, for code scanning.',
	usage: '<file or folder> --workspace DIR [--out FILE] [--query QUERY] [--top 100]',
	options: {
		...queryOption,
		out: { type: 'string', value: 'FILE', meaning: 'output file (.sarif or .json; default: standard output)' },
		top: {
			type: 'string',
			value: 'N',
			meaning: `number of groups to include, starting with the largest (default: ${usualCount}, maximum: ${maxCount})`,
		},
		...triageOption,
	},
	uses: ['output', 'library', ...sourceOptions],
	takes: [1, 1],
	forms: ['json'],
	async run(given, context) {
		const end = given.count('top', usualCount, maxCount);
		const out = given.text('out');
		if (out !== undefined && !/\.(?:sarif|json)$/i.test(out)) {
			throw new UsageError(`--out: the name of the log must end with .sarif or .json, not "${extname(out)}"`);
		}
		await using file = await context.open(given.operands[0] ?? '');
		const { info } = file;
		takeLimits(file, context.progress);
		const key = askedKey(undefined, info);
		const view: View = { filters: askedFilters(given.text('query'), info), sort: [] };
		const params = { view, key, order: 'records', descending: true, start: 0, end, trendParts: 1 } as const;
		const { page, records } = await file.query('groups', params);
		const thrownFrom = new ThrownFrom(file, view, await context.frames(), context.signal);
		const triage = await openTriage(given, context, file);
		const found: LocatedGroup[] = [];
		for (const [at, group] of page.entries()) {
			context.progress.share('locating', at / page.length);
			const code = await thrownFrom.of(key, group.value);
			if (code) {
				found.push({ group, code, state: (await triage?.judge(key, group.value))?.status.state });
			}
		}
		const without = page.length - found.length;
		context.progress.note(
			found.length === 0
				? `Warning: 0 of ${plural(page.length, { one: '{0} group', other: '{0} groups' })} refer to a source line in ${context.folder}, so the log has no results.`
				: foundWords(found.length, without),
		);
		const application = given.text('app') ?? file.facts?.application;
		const data = logOf(found, {
			key,
			version: context.version,
			url: context.url,
			application,
			prefix: await pathInRepository(context.folder),
			records,
		});
		if (out !== undefined) {
			await writeNamed(resolve(context.terminal.cwd, out), `${jsonText(data, '  ')}\n`);
		}
		return { data, rows: [], document: { title: '', language: 'en', blocks: [] }, isWritten: out !== undefined };
	},
};

function foundWords(found: number, without: number): string {
	const groups = plural(found, { one: '{0} group refers', other: '{0} groups refer' });
	return `${groups} to a source line, ${plural(without, { one: '{0} does', other: '{0} do' })} not.`;
}

interface LocatedGroup {
	readonly group: Group;
	readonly code: ReportLink;
	readonly state: TriageState | undefined;
}

interface LogFacts {
	readonly key: GroupKey;
	readonly version: string;
	readonly url: string;
	readonly application: string | undefined;
	/**
	 * Path of the workspace folder in the repository, with a trailing slash. Empty if the folder is the repository root.
	 */
	readonly prefix: string;
	readonly records: number;
}

/** Groups with at least this share of all records have the level `error`. Other groups have the level `warning`. */
const leastShareOfErrors = 0.01;

/** Creates a log in SARIF 2.1.0 (Static Analysis Results Interchange Format, OASIS). */
function logOf(
	found: readonly LocatedGroup[],
	{ key, version, url, application, prefix, records }: LogFacts,
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
						...(url !== '' && { informationUri: url }),
						rules: rules.map((id) => ({
							id,
							shortDescription: { text: escapeMessage(id) },
							help: {
								text: escapeMessage(`Records of the app with the error ${id}. For details, run "app-errors groups".`),
							},
						})),
					},
				},
				// If logs for different applications in one repository had the same ID, their alerts would replace each other.
				...(application !== undefined && { automationDetails: { id: `app-errors/${application}/` } }),
				columnKind: 'utf16CodeUnits',
				results: found.map(({ group, code, state }) => ({
					ruleId: ruleOf(key, group),
					ruleIndex: rules.indexOf(ruleOf(key, group)),
					level: levelOf(state, group.records >= leastShareOfErrors * records),
					message: { text: messageOf(key, group) },
					locations: [
						{
							physicalLocation: {
								artifactLocation: {
									uri: encodeURI(prefix + code.label.replace(/:\d+$/, '')).replace(/[#?]/g, encodeURIComponent),
								},
								region: { startLine: code.line1 },
							},
						},
					],
					...stacksOf(group),
					partialFingerprints: { 'appErrorsGroup/v1': groupFingerprint(key, group.value) },
					properties: { records: group.records, devices: group.devices ?? null, ...(state && { triage: state }) },
				})),
			},
		],
	};
}

function levelOf(state: TriageState | undefined, isFrequent: boolean): 'error' | 'warning' | 'note' {
	switch (state) {
		case 'regressed':
			return 'error';
		case 'acknowledged':
			return 'warning';
		case 'ignored':
		case 'fixed':
			return 'note';
		default:
			return isFrequent ? 'error' : 'warning';
	}
}

function stacksOf({ value }: Group): { readonly stacks?: Json } {
	const frames = isErrorValue(value) ? value.frames : [];
	return frames.length === 0
		? {}
		: {
				stacks: [
					{
						message: { text: 'Frames in your code, innermost first' },
						frames: frames.map((name) => ({
							location: { logicalLocations: [{ fullyQualifiedName: withoutIcons(visibleLine(name)) }] },
						})),
					},
				],
			};
}

/** Returns a folder's path relative to the root of its Git repository. SARIF viewers resolve paths from this root. */
async function pathInRepository(folder: string): Promise<string> {
	for (let root = folder; ; root = dirname(root)) {
		if (await stat(join(root, '.git')).catch(() => undefined)) {
			const path = relative(root, folder).split(sep).join('/');
			return path === '' ? '' : `${path}/`;
		}
		if (root === dirname(root)) {
			return '';
		}
	}
}

function ruleOf(key: GroupKey, { value }: Group): string {
	return withoutIcons(visibleLine(groupWords(key, value).title)).slice(0, maxMessageLength) || 'error';
}

function messageOf(key: GroupKey, { value, records, devices, firstVersion, lastVersion }: Group): string {
	const { title, place, message } = groupWords(key, value);
	const versions = [...new Set([firstVersion, lastVersion])].filter((one) => one !== '').join(' – ');
	const counts = [
		describeRecordCount(records),
		devices === undefined ? '' : plural(devices, { one: '{0} device', other: '{0} devices' }),
		versions === '' ? '' : `versions ${versions}`,
	];
	return escapeMessage(visibleLine([title, place, message, ...counts].filter((part) => part !== '').join(' · ')));
}

function withoutIcons(text: string): string {
	return text.replaceAll('$(', '$ (');
}

/** Escapes characters that SARIF viewers or VS Code would interpret as links, placeholders, or icons. */
function escapeMessage(text: string): string {
	return withoutIcons(text.slice(0, maxMessageLength))
		.replace(/[[\]\\]/g, '\\$&')
		.replaceAll('{', '{{')
		.replaceAll('}', '}}');
}
