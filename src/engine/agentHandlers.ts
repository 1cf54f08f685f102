import { dirname } from 'node:path';
import { agentAnswer } from '../core/agent/agentAnswers';
import type { AgentContext } from '../core/agent/context/agentContext';
import { References } from '../core/agent/context/references';
import { exportPlan } from '../core/agent/results/exportPlan';
import { readInput } from '../core/agent/tools/readInput';
import { AgentRefusal } from '../core/agent/tools/refusal';
import { describeExport } from '../core/export/library/describeExport';
import type { Runners } from '../core/export/library/library';
import type { OwnCode } from '../core/stack/own/ownCode';
import { findSuspects } from '../core/suspects/findSuspects';
import { isManifest } from '../core/sync/model/names';
import { setOfManifest } from '../core/sync/store/setLibrary';
import type { TriageEntries } from '../core/triage/triageEntries';
import { readTriage, triageFolders } from '../core/triage/triageFolder';
import type { Handlers } from '../shared/rpc';
import { AgentRecords, type QuestionRecords } from './agentRecords';
import { knownExport, knownSet, listKnownRecords } from './knownRecords';
import type { AgentApi, AgentWorkspace, HostApi } from './protocol';
import type { OpenRecords } from './recordSessions';

interface AgentHandlerOptions {
	readonly records: Pick<OpenRecords, 'handlers'>;
	readonly runners: Runners;
	readonly own: () => OwnCode;
	/** Requests that the extension host handles, because they need access to the workspace. */
	readonly host: {
		readonly [M in 'locateFrames' | 'findSource' | 'findMappings']: (
			params: HostApi[M]['params'],
			signal: AbortSignal,
		) => Promise<HostApi[M]['result']>;
	};
}

export function agentHandlers({ records, runners, own, host }: AgentHandlerOptions): Handlers<AgentApi> {
	const references = new References();
	const opened = new AgentRecords({
		records,
		findMappings: (session, path, signal) => host.findMappings({ session, path }, signal),
	});
	const now = () => new Date();
	const worldOf = (
		{ open, session }: QuestionRecords,
		libraries: readonly string[],
		personalColumns: readonly string[],
		{ workspaceFolders = [], git }: AgentWorkspace,
	): AgentContext => ({
		now,
		own,
		personalColumns: new Set(personalColumns),
		list: () => listKnownRecords(libraries, runners, now()),
		open,
		compare: async (before, after, question, signal) => {
			const sessions = { before: await session(before, signal), after: await session(after, signal) };
			return records.handlers.compareRecords({ ...sessions, question }, { signal, report: () => undefined });
		},
		locate: (frames, trace, signal) => host.locateFrames({ frames, trace }, signal),
		triage: (application) => triageIn(workspaceFolders, application),
		findSuspects: git && ((question, signal) => findSuspects({ ...question, ...git }, signal)),
		findSource: (path, signal) => host.findSource({ path }, signal),
	});
	return {
		agentAnswer: ({ libraries, personalColumns, workspaceFolders, git, ...question }, { signal }) =>
			orRefused(() =>
				opened.during(libraries, (asked) =>
					agentAnswer(
						question,
						worldOf(asked, libraries, personalColumns, { workspaceFolders, git }),
						references,
						signal,
					),
				),
			),
		agentExportPlan: ({ input, zone, additionalFields }) =>
			orRefused(() => exportPlan(readInput('start_export', input), zone, now(), additionalFields)),
		agentReference: async ({ libraries, path, group }) => {
			const known = await knownOf(path, libraries);
			if (!known) {
				return undefined;
			}
			const exportId = references.exportId(known);
			return { exportId, ...(group && { groupId: references.groupId({ of: known, ...group }) }) };
		},
		agentExportId: ({ folder }) => references.folderId(folder),
	};

	async function knownOf(path: string, libraries: readonly string[]) {
		if (isManifest(path)) {
			const set = await setOfManifest(path, libraries);
			return set && knownSet(dirname(path), set, now());
		}
		const entry = await describeExport(path, libraries);
		return entry && knownExport(entry, false);
	}
}

async function triageIn(folders: readonly string[], application: string): Promise<TriageEntries | undefined> {
	for (const folder of folders) {
		const entries = await readTriage(folder, triageFolders, application);
		if (entries) {
			return entries;
		}
	}
	return undefined;
}

async function orRefused<T>(answer: () => T | Promise<T>) {
	try {
		return { kind: 'answer', answer: await answer() } as const;
	} catch (error) {
		if (error instanceof AgentRefusal) {
			return { kind: 'refused', text: error.message } as const;
		}
		throw error;
	}
}
