import type * as vscode from 'vscode';
import { upsertMostRecent } from '../../core/common/mostRecent';
import type { ChoosableKind, TraceOrigin } from '../../core/mappings/mappingSearch';
import { stateKeys } from '../../ids';

const maxChoices = 200;

interface Choice {
	readonly application: readonly string[];
	readonly version: string | null;
	readonly kind: ChoosableKind;
	readonly path: string;
}

/** Stored in the workspace state, because a path is usually valid only on one machine and for one checkout. */
export class ChosenMappings {
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

/** Applications are identified by name or package, depending on the source, so one common identifier is sufficient. */
function isFor(choice: Choice, { application, version }: TraceOrigin, kind: ChoosableKind): boolean {
	const same =
		choice.application.length === 0
			? application.length === 0
			: choice.application.some((name) => application.includes(name));
	return same && choice.version === (version ?? null) && choice.kind === kind;
}
