import * as vscode from 'vscode';
import type { TriedMapping } from '../../core/stack/mapping/applyMappings';
import { type MappingWant, mappingWants, type TraceNeeds } from '../../core/stack/mapping/traceNeeds';
import type { Trace } from '../../core/stack/trace/model';
import type { EngineClient } from '../../engine/engineClient';
import type { OpenTrace } from '../../engine/openTraces';
import { DisposableStore } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';
import { type ChoosableKind, ChosenMappings } from './chosenMappings';
import { askForMapping } from './mappingChooser';
import { MappingFiles } from './mappingFiles';
import { MappingSearch, type OriginFiles } from './mappingSearch';
import type { Deobfuscation, Mappings, TraceOrigin, WantedFile } from './mappings';
import { Symbolicator } from './symbolicator';

/** Deobfuscates traces in the engine, with the files that the host finds. */
export class WorkspaceMappings implements Mappings, vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly files: MappingFiles;
	private readonly chosen: ChosenMappings;
	private readonly search: MappingSearch;
	private readonly symbols: Symbolicator;

	/** @param memento of the workspace */
	constructor(
		engine: Pick<EngineClient, 'call'>,
		settings: Pick<Settings, 'mappings' | 'onDidChange'>,
		memento: vscode.Memento,
	) {
		this.files = this.store.add(new MappingFiles(settings));
		this.store.add(this.files.onDidChange(() => this.changed.fire()));
		this.chosen = new ChosenMappings(memento);
		this.search = new MappingSearch(this.files, this.chosen);
		this.symbols = new Symbolicator(engine, this.files, () => vscode.workspace.isTrusted);
	}

	async deobfuscate(trace: OpenTrace, origin: TraceOrigin, signal?: AbortSignal): Promise<Deobfuscation> {
		const { needs } = trace;
		const wanted = mappingWants(needs);
		if (wanted.length === 0) {
			return needs.symbols.length > 0 ? { kind: 'noFile', wanted: 'symbols' } : { kind: 'notNeeded' };
		}
		const answer = await this.applyMappings(trace, origin, wanted, signal);
		// Before it is said that there is nothing: a build may just have ended.
		return answer.kind === 'done' || !this.files.forgetOld()
			? answer
			: this.applyMappings(trace, origin, wanted, signal);
	}

	findEach(originsOf: () => Promise<readonly TraceOrigin[]>): Promise<readonly OriginFiles[]> {
		return this.search.findEach(originsOf);
	}

	async choose(origin: TraceOrigin, wanted: ChoosableKind): Promise<boolean> {
		const remembered = this.chosen.pathOf(origin, wanted);
		const ranked = await this.search.rank(origin, wanted);
		const answer = await askForMapping(origin, wanted, ranked, remembered);
		switch (answer?.kind) {
			case undefined:
				return false;
			case 'forget':
				await this.chosen.forget(origin, wanted);
				break;
			case 'file':
				await this.chosen.remember(origin, wanted, answer.path);
		}
		this.changed.fire();
		return true;
	}

	symbolicate(trace: OpenTrace, origin: TraceOrigin): Promise<Trace | undefined> {
		return this.symbols.symbolicate(trace, origin);
	}

	dispose(): void {
		this.store.dispose();
	}

	private async applyMappings(
		trace: OpenTrace,
		origin: TraceOrigin,
		wanted: readonly MappingWant[],
		signal: AbortSignal | undefined,
	): Promise<Deobfuscation> {
		const none: Deobfuscation = { kind: 'noFile', wanted: wanted[0]?.kind ?? 'r8' };
		const files = await Promise.all(wanted.map((one) => this.search.find(origin, one)));
		if (files.every(({ candidates }) => candidates.length === 0)) {
			return none;
		}
		const { found, ...result } = await trace.deobfuscate(files, signal);
		const { plain, tried } = result;
		if (plain) {
			return { kind: 'done', result: { ...result, plain }, missing: missingFor(trace.needs, wanted, tried) };
		}
		return found === 0 ? none : { kind: 'noneFits', result: { tried } };
	}
}

function missingFor(needs: TraceNeeds, wanted: readonly MappingWant[], tried: readonly TriedMapping[]): WantedFile[] {
	const used = new Set(tried.flatMap(({ file, result }) => (result.kind === 'used' ? [file.kind] : [])));
	const kinds = new Set(wanted.map(({ kind }) => kind));
	return [...[...kinds].filter((kind) => !used.has(kind)), ...(needs.symbols.length > 0 ? (['symbols'] as const) : [])];
}
