import path from 'node:path';
import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import type { SymbolFile } from '../../core/stack/mapping/tools/symbolicate';
import type { SymbolTool } from '../../core/stack/mapping/tools/symbolTool';
import type { SymbolWant } from '../../core/stack/mapping/traceNeeds';
import type { MappingKind } from '../../core/stack/mapping/usualPlaces';
import type { Trace } from '../../core/stack/trace/model';
import type { EngineClient } from '../../engine/engineClient';
import type { OpenTrace, SymbolicatedTrace } from '../../engine/openTraces';
import { toAbortSignal } from '../../vscode/cancellation';
import { showInformation, showProgress, showWarning } from '../../vscode/messages';
import { describeSymbolFailure } from '../../wording/mappingMessages';
import { type MappingFiles, pathOf } from './mappingFiles';
import type { TraceOrigin } from './mappings';
import { askForSymbols } from './symbolChooser';

const { l10n } = vscode;

/**
 * Lets programs of this machine explain addresses. The host knows whether the workspace is trusted and asks the person;
 * the engine looks for the programs, starts them, and kills them when they are not wanted any more.
 */
export class Symbolicator {
	constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly files: Pick<MappingFiles, 'candidates'>,
		private readonly isTrusted: () => boolean,
	) {}

	/** @returns undefined when nothing came of it, which was shown to the person */
	async symbolicate(trace: OpenTrace, origin: TraceOrigin): Promise<Trace | undefined> {
		if (!this.isTrusted()) {
			void askForTrust();
			return undefined;
		}
		const { symbols } = trace.needs;
		if (symbols.length === 0) {
			void showInformation(l10n.t('No frame of this trace needs symbols.'));
			return undefined;
		}
		const readable = await this.withProgram(symbols);
		const files = await this.askForFiles(readable, origin);
		if (files.length === 0) {
			return undefined;
		}
		const result = await this.run(trace, files);
		if (!result) {
			return undefined;
		}
		tell(result);
		return result.trace;
	}

	/** Those that a program is there for; what the others lack is said before anybody is asked for a file. */
	private async withProgram(wants: readonly SymbolWant[]): Promise<readonly Place[]> {
		const tools = [...new Set(wants.flatMap((want) => want.tools))];
		const found = new Set<SymbolTool>(await this.engine.call('findSymbolTools', { tools }));
		const places = wants.map((want, need): Place => ({ want, need }));
		const lacking = places.filter(({ want }) => !want.tools.some((tool) => found.has(tool)));
		for (const words of new Set(
			lacking.map(({ want }) => describeSymbolFailure({ kind: 'toolMissing', tools: want.tools })),
		)) {
			void showWarning(words);
		}
		return places.filter((place) => !lacking.includes(place));
	}

	/** One after another; to leave one out ends the questions, and what was chosen by then counts. */
	private async askForFiles(places: readonly Place[], { application, version }: TraceOrigin): Promise<SymbolFile[]> {
		const files: SymbolFile[] = [];
		for (const { want, need } of places) {
			const kind = kindOf(want);
			const candidates = await this.files.candidates({ kind, application, version, remembered: undefined });
			const file = await askForSymbols(want, candidates);
			if (!file) {
				break;
			}
			files.push({ need, path: path.normalize(pathOf(file)) });
		}
		return files;
	}

	/** Undefined when the person stopped it. */
	private async run(trace: OpenTrace, files: readonly SymbolFile[]): Promise<SymbolicatedTrace | undefined> {
		try {
			return await showProgress({ title: l10n.t('Reading symbols'), cancellable: true }, (_progress, token) =>
				trace.symbolicate(files, toAbortSignal(token)),
			);
		} catch (error) {
			if (isCancellation(error)) {
				return undefined;
			}
			throw error;
		}
	}
}

interface Place {
	readonly want: SymbolWant;
	/** Index into the needs of the trace. */
	readonly need: number;
}

function kindOf({ file }: SymbolWant): MappingKind {
	return ({ dSym: 'appleSymbols', library: 'nativeLibraries', dartSymbols: 'dartSymbols' } as const)[file.kind];
}

function tell({ failures }: SymbolicatedTrace): void {
	for (const { failure } of failures) {
		void showWarning(describeSymbolFailure(failure));
	}
}

async function askForTrust(): Promise<void> {
	const manage = l10n.t('Manage Workspace Trust');
	const chosen = await showWarning(l10n.t('Programs of this machine read symbols in trusted workspaces only.'), manage);
	if (chosen === manage) {
		await vscode.commands.executeCommand('workbench.trust.manage');
	}
}
