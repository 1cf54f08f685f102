import * as vscode from 'vscode';
import { upsertMostRecent } from '../../core/common/mostRecent';
import {
	type ChoosableKind,
	MappingSearch,
	type OriginFiles,
	type TraceOrigin,
} from '../../core/mappings/mappingSearch';
import type { Trace } from '../../core/stack/trace/model';
import type { EngineClient } from '../../engine/engineClient';
import type { OpenTrace } from '../../engine/openTraces';
import { type Deobfuscation, deobfuscateTrace } from '../../engine/traces/deobfuscateTrace';
import { stateKeys } from '../../ids';
import { DisposableOwner } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';
import { promptForMapping } from './mappingChooser';
import { MappingFiles } from './mappingFiles';
import type { Mappings } from './mappings';
import { Symbolicator } from './symbolicator';

export class WorkspaceMappings extends DisposableOwner implements Mappings {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly files: MappingFiles;
	private readonly chosen: ChosenMappings;
	private readonly search: MappingSearch;
	private readonly symbols: Symbolicator;

	constructor(
		engine: Pick<EngineClient, 'call'>,
		settings: Pick<Settings, 'mappings' | 'onDidChange'>,
		memento: vscode.Memento,
	) {
		super();
		this.files = this.owned.add(new MappingFiles(settings));
		this.owned.add(this.files.onDidChange(() => this.changed.fire()));
		this.chosen = new ChosenMappings(memento);
		this.search = new MappingSearch(this.files, this.chosen);
		this.symbols = new Symbolicator(engine, this.files, () => vscode.workspace.isTrusted);
	}

	async deobfuscate(trace: OpenTrace, origin: TraceOrigin, signal?: AbortSignal): Promise<Deobfuscation> {
		const answer = await deobfuscateTrace(this.search, trace, origin, signal);
		// Searches again before a missing file is reported, because a build may have just finished.
		const isMissing = answer.kind === 'noneFits' || (answer.kind === 'noFile' && answer.wanted !== 'symbols');
		return isMissing && this.files.evictStale() ? deobfuscateTrace(this.search, trace, origin, signal) : answer;
	}

	findEach(originsOf: () => Promise<readonly TraceOrigin[]>): Promise<readonly OriginFiles[]> {
		return this.search.findEach(originsOf);
	}

	async choose(origin: TraceOrigin, wanted: ChoosableKind): Promise<boolean> {
		const remembered = this.chosen.getPath(origin, wanted);
		const ranked = await this.search.rank(origin, wanted);
		const answer = await promptForMapping(origin, wanted, ranked, remembered);
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
}

const maxChoices = 200;

interface Choice {
	readonly application: readonly string[];
	readonly version: string | null;
	readonly kind: ChoosableKind;
	readonly path: string;
}

/** Stores selected files in the workspace state, because a path is valid only for one checkout on one machine. */
class ChosenMappings {
	constructor(private readonly memento: vscode.Memento) {}

	getPath(origin: TraceOrigin, kind: ChoosableKind): string | undefined {
		return this.all().find((choice) => isFor(choice, origin, kind))?.path;
	}

	hasAny(kind: ChoosableKind): boolean {
		return this.all().some((choice) => choice.kind === kind);
	}

	async remember(origin: TraceOrigin, kind: ChoosableKind, path: string): Promise<void> {
		const choice: Choice = { application: origin.application, version: origin.version ?? null, kind, path };
		const choices = upsertMostRecent(this.all(), choice, (other) => isFor(other, origin, kind), maxChoices);
		await this.memento.update(stateKeys.chosenMappings, choices);
	}

	async forget(origin: TraceOrigin, kind: ChoosableKind): Promise<void> {
		const others = this.all().filter((choice) => !isFor(choice, origin, kind));
		await this.memento.update(stateKeys.chosenMappings, others);
	}

	private all(): readonly Choice[] {
		return this.memento.get<readonly Choice[]>(stateKeys.chosenMappings, []);
	}
}

/**
 * Returns true if a choice applies to a trace. One matching identifier of the application (name, package, or ID) is
 * sufficient, because the record of a trace may contain only one of these identifiers.
 */
function isFor(choice: Choice, { application, version }: TraceOrigin, kind: ChoosableKind): boolean {
	const same =
		choice.application.length === 0
			? application.length === 0
			: choice.application.some((name) => application.includes(name));
	return same && choice.version === (version ?? null) && choice.kind === kind;
}
