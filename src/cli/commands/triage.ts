import { triageId } from '../../core/triage/changeTriage';
import { editGroup } from '../../core/triage/editGroup';
import { TriageJudge } from '../../core/triage/judgeGroup';
import { isDay, isIssueUrl, isVersion } from '../../core/triage/parseTriage';
import { nameOfFile } from '../../core/triage/planTidy';
import { TriageEntries, type TriageFile } from '../../core/triage/triageEntries';
import { titleAndPlace } from '../../shared/groupLabels';
import type { IgnoredUntil, TriageDecision } from '../../shared/triage';
import { formatCount } from '../../wording/formats';
import { describeTriageStatus } from '../../wording/triageMessages';
import type { CliContext } from '../context/cliContext';
import type { Command } from '../context/command';
import { type OptionSpec, type ParsedOptions, sourceOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { line, table, title } from '../output/blocks';
import type { CommandAnswer, Json } from '../output/result';
import { namesData } from '../records/groupData';
import { askedKey, keyOption } from '../records/viewFromOptions';
import { tidyTriage } from '../triage/tidyTriage';
import {
	groupWithFingerprint,
	readEntries,
	requiredApplication,
	storedData,
	triageData,
	triageOption,
	triagePlace,
	writableTriage,
} from '../triage/triageOf';

const usualIgnoredDays = 30;
const dayMs = 86_400_000;

const actions = ['list', 'set', 'tidy'] as const;

const setOptions = {
	state: { type: 'string', value: 'STATE', meaning: 'set: open, acknowledged, ignored, or fixed' },
	until: {
		type: 'string',
		value: 'END',
		meaning: `set: end of ignored: a date, a version, devices>N, or records>N (default: in ${usualIgnoredDays} days)`,
	},
	in: { type: 'string', value: 'LIST', meaning: 'set: versions that contain the fix, one for each release line' },
	commit: { type: 'string', value: 'HASH', meaning: 'set: commit that fixes the error' },
	owner: { type: 'string', value: 'NAME', meaning: 'set: person or team' },
	issue: { type: 'string', value: 'URL', meaning: 'set: https URL of the issue' },
	note: { type: 'string', value: 'TEXT', meaning: 'set: note to add' },
	author: { type: 'string', value: 'NAME', meaning: 'set: author of the note' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const triage: Command = {
	summary: 'Lists, sets, and tidies the triage states of groups, which are files in the repository.',
	usage: 'list [<file>] | set <file> <fingerprint> [--state fixed --in 3.2] | tidy <file> [--rename] [--delete]',
	options: {
		...setOptions,
		days: { type: 'string', value: 'N', meaning: 'tidy: days without records of a group (default: 90)' },
		rename: { type: 'boolean', meaning: 'tidy: rename files from earlier grouping rules' },
		delete: { type: 'boolean', meaning: 'tidy: delete files of groups without records' },
		...keyOption,
		...triageOption,
	},
	uses: ['output', 'library', ...sourceOptions],
	takes: [1, 3],
	async run(given, context) {
		const [typed = '', path, fingerprint] = given.operands;
		const action = actions.find((known) => known === typed);
		if (action === undefined) {
			throw new UsageError(`The action must be one of ${actions.join(', ')}`);
		}
		if (action !== 'set' && fingerprint !== undefined) {
			throw new UsageError(`too many arguments: ${fingerprint}`);
		}
		const wrong = Object.keys(setOptions).find((name) => action !== 'set' && given.isGiven(name));
		if (wrong !== undefined) {
			throw new UsageError(`--${wrong} requires the action set`);
		}
		if (action === 'list') {
			return path === undefined ? listFiles(given, context) : listGroups(given, context, path);
		}
		if (path === undefined) {
			throw new UsageError('missing argument: file of records');
		}
		return action === 'tidy' ? tidyTriage(given, context, path) : setState(given, context, path, fingerprint);
	},
};

async function listFiles(given: ParsedOptions, context: CliContext): Promise<CommandAnswer> {
	await context.checkFolder();
	const place = triagePlace(given, context, undefined);
	const application = requiredApplication(place.application);
	const { files, invalid } = (await readEntries(place, context)) ?? new TriageEntries([]);
	const rows = files.map((file) => ({
		fingerprint: file.id,
		state: file.entry.decision.state,
		type: file.entry.group.type,
		frames: file.entry.group.frames,
		...storedData(file),
	}));
	return answerOf(
		{ application, invalid: invalid.map(({ name, problem }) => ({ name, problem: problem.kind })) },
		rows,
		files.map((file) => ({ file, name: nameOfFile(file), state: storedState(file), records: '' })),
	);
}

function storedState({ entry: { decision } }: TriageFile): string {
	return describeTriageStatus({ state: decision.state, decision });
}

async function listGroups(given: ParsedOptions, context: CliContext, path: string): Promise<CommandAnswer> {
	await using file = await context.open(path);
	const place = triagePlace(given, context, file);
	const application = requiredApplication(place.application);
	const entries = (await readEntries(place, context)) ?? new TriageEntries([]);
	const judge = new TriageJudge(file, file.info, entries, new Date(), context.signal);
	const key = askedKey(given.text('by'), file.info);
	const rows: Json[] = [];
	const lines: ListedLine[] = [];
	const found = await judge.groupsWithFiles(key);
	for (const { group, file: entry, status } of found) {
		rows.push({ ...namesData(key, group.value), records: group.records, ...triageData({ file: entry, status }) });
		lines.push({
			file: entry,
			name: titleAndPlace(key, group.value),
			state: describeTriageStatus(status),
			records: formatCount(group.records),
		});
	}
	const seen = new Set(found.map(({ file: entry }) => entry.id));
	const unseen = entries.files.filter(({ id }) => !seen.has(id));
	for (const entry of unseen) {
		lines.push({ file: entry, name: nameOfFile(entry), state: storedState(entry), records: '0' });
	}
	return answerOf({ application, unseen: unseen.map(({ id }) => id) }, rows, lines);
}

interface ListedLine {
	readonly file: TriageFile;
	readonly name: string;
	readonly state: string;
	readonly records: string;
}

function answerOf(
	data: Readonly<Record<string, Json>>,
	rows: readonly Json[],
	lines: readonly ListedLine[],
): CommandAnswer {
	return {
		data: { ...data, groups: rows },
		rows,
		document: {
			title: 'Triage',
			language: 'en',
			blocks: [
				title('Triage'),
				...(lines.length === 0 ? [line('There are no triage files.')] : []),
				...table(
					['Fingerprint', 'Error', 'State', 'Records', 'Owner', 'Issue'],
					lines.map(({ file, name, state, records }) => [
						file.id,
						{ foreign: name },
						{ foreign: state },
						records,
						{ foreign: file.entry.owner },
						{ foreign: file.entry.issue },
					]),
				),
			],
		},
	};
}

async function setState(
	given: ParsedOptions,
	context: CliContext,
	path: string,
	fingerprint: string | undefined,
): Promise<CommandAnswer> {
	const decision = askedDecision(given, new Date());
	const change = { decision, ...askedDetails(given) };
	if (fingerprint === undefined || Object.values(change).every((part) => part === undefined)) {
		throw new UsageError(fingerprint === undefined ? 'missing argument: fingerprint' : 'Specify what to set.');
	}
	await using file = await context.open(path);
	const key = askedKey(given.text('by'), file.info);
	const group = await groupWithFingerprint(file, key, fingerprint, context.signal);
	if (key.kind === 'column') {
		throw new UsageError('Groups of a column have no triage state.');
	}
	const place = triagePlace(given, context, file);
	const folder = writableTriage(place);
	const entries = (await readEntries(place, context)) ?? new TriageEntries([]);
	const edit = editGroup(entries, key, group.value, change);
	if (!edit) {
		const name = `${triageId(key, group.value)}.json`;
		throw new UsageError(`The triage file ${name} is invalid. Correct or delete it first.`);
	}
	const { id, document: changed, replaces } = edit;
	if (replaces !== undefined) {
		throw new UsageError('The triage file of this group has an old name. Run "app-errors triage tidy --rename" first.');
	}
	const known = entries.find(key, group.value);
	const written = changed ? await folder.write(id, changed) : await folder.delete(id);
	const rows = [{ fingerprint: id, state: decision?.state ?? known?.entry.decision.state ?? 'open' }];
	return {
		data: { file: written ?? null, ...rows[0] },
		rows,
		document: {
			title: 'Triage',
			language: 'en',
			blocks: [line(written === undefined ? 'The group is open and has no triage file.' : { foreign: written })],
		},
	};
}

function askedDecision(given: ParsedOptions, now: Date): TriageDecision | undefined {
	const state = given.text('state');
	for (const [option, needed] of [
		['until', 'ignored'],
		['in', 'fixed'],
		['commit', 'fixed'],
	] as const) {
		if (given.isGiven(option) && state !== needed) {
			throw new UsageError(`--${option} requires --state ${needed}`);
		}
	}
	if (state === undefined) {
		return undefined;
	}
	if (state === 'fixed') {
		const versions = (given.text('in') ?? '').split(',').map((version) => version.trim());
		if (!versions.every(isVersion)) {
			throw new UsageError('--state fixed requires --in with one or more versions');
		}
		return { state, versions };
	}
	return state === 'ignored'
		? { state, until: askedUntil(given.text('until'), now) }
		: { state: given.oneOf('state', ['open', 'acknowledged'], 'open') };
}

function askedUntil(typed: string | undefined, now: Date): IgnoredUntil {
	const text = typed?.trim() ?? new Date(now.getTime() + usualIgnoredDays * dayMs).toISOString().slice(0, 10);
	const [, unit, count] = /^(devices|records) *> *([1-9]\d{0,8})$/.exec(text) ?? [];
	if (unit !== undefined) {
		return { [unit]: Number(count) };
	}
	if (/^\d{4}-\d\d-\d\d$/.test(text) && isDay(text)) {
		return { date: text };
	}
	if (!isVersion(text) || /^\d{4}-/.test(text)) {
		throw new UsageError('--until must be a date (YYYY-MM-DD), a version, devices>N, or records>N');
	}
	return { version: text };
}

function askedDetails(given: ParsedOptions) {
	const [commit, owner, issue, note] = (['commit', 'owner', 'issue', 'note'] as const).map((name) => given.text(name));
	if (commit !== undefined && !/^[\da-f]{7,64}$/.test(commit)) {
		throw new UsageError('--commit must be the hash of a commit');
	}
	if (issue !== undefined && issue !== '' && !isIssueUrl(issue)) {
		throw new UsageError('--issue must be an https URL without a password');
	}
	if (given.isGiven('author') && note === undefined) {
		throw new UsageError('--author requires --note');
	}
	const by = given.text('author') ?? '';
	const at = new Date().toISOString().slice(0, 10);
	return { commit, owner, issue, note: note === undefined ? undefined : { at, by, text: note } };
}
