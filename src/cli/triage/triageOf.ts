import { join, resolve } from 'node:path';
import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import { readGroups, type TriagedRecords, TriageJudge } from '../../core/triage/judgeGroup';
import { TriageEntries } from '../../core/triage/triageEntries';
import { isApplicationName, readTriage, TriageFolder, triageFolders } from '../../core/triage/triageFolder';
import type { Group, GroupKey } from '../../shared/results';
import { type TriageState, triageStates } from '../../shared/triage';
import { describeTriageProblem } from '../../wording/triageMessages';
import type { CliContext } from '../context/cliContext';
import type { OptionSpec, ParsedOptions } from '../options/options';
import { didYouMean } from '../options/suggest';
import { UsageError } from '../options/usageError';
import type { Json } from '../output/result';
import type { OpenFile } from '../records/openFile';

export const triageOption = {
	triage: {
		type: 'string',
		value: 'DIR',
		meaning: 'folder with triage files (default: .app-errors/triage in the workspace)',
	},
	app: { type: 'string', value: 'ID', meaning: 'application of the triage files (default: from the export)' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const stateOption = {
	state: {
		type: 'string',
		value: 'LIST',
		meaning: `only groups in these triage states: ${triageStates.join(', ')}`,
	},
} as const satisfies Readonly<Record<string, OptionSpec>>;

interface TriagePlace {
	readonly base: string;
	readonly below: readonly string[];
	readonly application: string | undefined;
}

export function triagePlace(given: ParsedOptions, context: CliContext, file: OpenFile | undefined): TriagePlace {
	const folder = given.text('triage');
	return {
		base: folder === undefined ? context.folder : resolve(context.terminal.cwd, folder),
		below: folder === undefined ? triageFolders : [],
		application: given.text('app') ?? file?.facts?.application,
	};
}

export function writableTriage({ base, below, application }: TriagePlace): TriageFolder {
	return new TriageFolder(base, below, requiredApplication(application));
}

export function requiredApplication(application: string | undefined): string {
	if (application === undefined) {
		throw new UsageError('The application of the records is unknown. Specify it with --app.');
	}
	if (!isApplicationName(application)) {
		throw new UsageError('--app must be the ID of an application');
	}
	return application;
}

export async function readEntries(
	{ base, below, application }: TriagePlace,
	{ progress }: Pick<CliContext, 'progress'>,
): Promise<TriageEntries | undefined> {
	const entries = application === undefined ? undefined : await readTriage(base, below, application);
	for (const { name, problem } of entries?.invalid ?? []) {
		progress.note(`${join(base, ...below, application ?? '', name)}: ${describeTriageProblem(problem)}`);
	}
	if (entries?.isCapped) {
		progress.note('There are too many triage files. Some of them were not read.');
	}
	return entries;
}

export async function openTriage(
	given: ParsedOptions,
	context: CliContext,
	file: OpenFile,
): Promise<TriageJudge | undefined> {
	const place = triagePlace(given, context, file);
	if (given.isGiven('triage') || given.isGiven('state')) {
		requiredApplication(place.application);
	}
	const entries = await readEntries(place, context);
	return entries === undefined && !given.isGiven('state')
		? undefined
		: new TriageJudge(file, file.info, entries ?? new TriageEntries([]), new Date(), context.signal);
}

export function askedStates(typed: string | undefined): readonly TriageState[] | undefined {
	return typed?.split(',').map((text) => {
		const name = text.trim();
		const state = triageStates.find((known) => known === name);
		if (state === undefined) {
			throw new UsageError(`--state: unknown state "${name}".${didYouMean(name, triageStates)}`);
		}
		return state;
	});
}

export async function groupWithFingerprint(
	file: OpenFile,
	key: GroupKey,
	typed: string,
	signal: AbortSignal,
): Promise<Group> {
	if (!/^[\da-f]{6,16}$/.test(typed)) {
		throw new UsageError('A fingerprint has 6 to 16 hexadecimal digits.');
	}
	const found: Group[] = [];
	for await (const group of readGroups(file, { view: { filters: [], sort: [] }, key }, signal)) {
		if (groupFingerprint(key, group.value).startsWith(typed)) {
			found.push(group);
		}
	}
	const [group, second] = found;
	if (!group || second) {
		throw new UsageError(`${group ? 'Several groups have' : 'No group has'} the fingerprint ${typed}.`);
	}
	return group;
}

export function triageData(judged: TriagedRecords | undefined): { readonly triage: Json } {
	if (!judged) {
		return { triage: null };
	}
	const { file, status } = judged;
	return {
		triage: {
			state: status.state,
			...storedData(file),
			...(status.regression && { regression: { ...status.regression } }),
			...(status.unfixed && { unfixed: { ...status.unfixed } }),
		},
	};
}

/** Returns the data of a triage file for JSON. The property names are the same as in the file. */
export function storedData(file: TriagedRecords['file']) {
	const { decision, owner = '', issue = '', notes = [] } = file?.entry ?? {};
	return {
		...(decision?.state === 'ignored' && { until: { ...decision.until } }),
		...(decision?.state === 'fixed' && { in: decision.versions }),
		...(owner !== '' && { owner }),
		...(issue !== '' && { issue }),
		...(notes.length > 0 && { notes: notes.map((note) => ({ ...note })) }),
	};
}
