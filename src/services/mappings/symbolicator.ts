import path from 'node:path';
import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import type { TraceOrigin } from '../../core/mappings/mappingSearch';
import type { MappingKind } from '../../core/stack/mapping/defaultLocations';
import type { SymbolFile } from '../../core/stack/mapping/tools/symbolicate';
import type { SymbolTool } from '../../core/stack/mapping/tools/symbolTool';
import type { SymbolWant } from '../../core/stack/mapping/traceNeeds';
import type { Trace } from '../../core/stack/trace/model';
import type { EngineClient } from '../../engine/engineClient';
import type { OpenTrace, SymbolicatedTrace } from '../../engine/openTraces';
import { toAbortSignal } from '../../vscode/cancellation';
import { showInformation, showProgress, showWarning } from '../../vscode/messages';
import { describeSymbolFailure } from '../../wording/mappingMessages';
import { getPath, type MappingFiles } from './mappingFiles';
import { promptForSymbols } from './symbolChooser';

const { l10n } = vscode;

/**
 * Symbolicates addresses with programs that the engine runs. This class checks workspace trust and prompts the user.
 */
export class Symbolicator {
	constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly files: Pick<MappingFiles, 'candidates'>,
		private readonly isTrusted: () => boolean,
	) {}

	async symbolicate(trace: OpenTrace, origin: TraceOrigin): Promise<Trace | undefined> {
		if (!this.isTrusted()) {
			void promptForTrust();
			return undefined;
		}
		const { symbols } = trace.needs;
		if (symbols.length === 0) {
			void showInformation(l10n.t('No frame of this stack trace needs symbols.'));
			return undefined;
		}
		const readable = await this.withProgram(symbols);
		const files = await this.promptForFiles(readable, origin);
		if (files.length === 0) {
			return undefined;
		}
		const result = await this.run(trace, files);
		if (!result) {
			return undefined;
		}
		showFailures(result);
		return result.trace;
	}

	/** Returns sources for which a symbolizer is installed. Shows a warning about each missing symbolizer. */
	private async withProgram(wants: readonly SymbolWant[]): Promise<readonly SymbolSource[]> {
		const tools = [...new Set(wants.flatMap((want) => want.tools))];
		const found = new Set<SymbolTool>(await this.engine.call('findSymbolTools', { tools }));
		const places = wants.map((want, need): SymbolSource => ({ want, need }));
		const lacking = places.filter(({ want }) => !want.tools.some((tool) => found.has(tool)));
		for (const words of new Set(
			lacking.map(({ want }) => describeSymbolFailure({ kind: 'toolMissing', tools: want.tools })),
		)) {
			void showWarning(words);
		}
		return places.filter((place) => !lacking.includes(place));
	}

	private async promptForFiles(
		places: readonly SymbolSource[],
		{ application, version }: TraceOrigin,
	): Promise<SymbolFile[]> {
		const files: SymbolFile[] = [];
		for (const { want, need } of places) {
			const kind = kindOf(want);
			const candidates = await this.files.candidates({ kind, application, version, remembered: undefined });
			const file = await promptForSymbols(want, candidates);
			if (!file) {
				break;
			}
			files.push({ need, path: path.normalize(getPath(file)) });
		}
		return files;
	}

	private async run(trace: OpenTrace, files: readonly SymbolFile[]): Promise<SymbolicatedTrace | undefined> {
		try {
			return await showProgress({ title: l10n.t('Reading symbols…'), cancellable: true }, (_progress, token) =>
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

interface SymbolSource {
	readonly want: SymbolWant;
	readonly need: number;
}

function kindOf({ file }: SymbolWant): MappingKind {
	return ({ dSym: 'appleSymbols', library: 'nativeLibraries', dartSymbols: 'dartSymbols' } as const)[file.kind];
}

function showFailures({ failures }: SymbolicatedTrace): void {
	for (const { failure } of failures) {
		void showWarning(describeSymbolFailure(failure));
	}
}

async function promptForTrust(): Promise<void> {
	const manage = l10n.t('Manage Workspace Trust');
	const chosen = await showWarning(
		l10n.t('Symbols can be read only in trusted workspaces because this runs local tools.'),
		manage,
	);
	if (chosen === manage) {
		await vscode.commands.executeCommand('workbench.trust.manage');
	}
}
