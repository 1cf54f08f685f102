import type * as vscode from 'vscode';
import { withMostRecent } from '../../core/common/mostRecent';
import { stateKeys } from '../../ids';
import type { TraceOrigin } from './mappings';

/** Choices that are remembered; beyond that the oldest is forgotten. */
const maxChoices = 200;

export type ChoosableKind = 'r8' | 'sourceMap';

interface Choice {
	/** As the origin told it. */
	readonly application: readonly string[];
	readonly version: string | null;
	readonly kind: ChoosableKind;
	readonly path: string;
}

/**
 * The mapping files that a person chose, for an application and its version. Kept with the workspace: a path is of one
 * machine, and mostly of one checkout.
 */
export class ChosenMappings {
	constructor(private readonly memento: vscode.Memento) {}

	pathOf(origin: TraceOrigin, kind: ChoosableKind): string | undefined {
		return this.all().find((choice) => isFor(choice, origin, kind))?.path;
	}

	hasAny(kind: ChoosableKind): boolean {
		return this.all().some((choice) => choice.kind === kind);
	}

	async remember(origin: TraceOrigin, kind: ChoosableKind, path: string): Promise<void> {
		const choice: Choice = { application: origin.application, version: origin.version ?? null, kind, path };
		const choices = withMostRecent(this.all(), choice, (other) => isFor(other, origin, kind), maxChoices);
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

/** One place knows an application by its name and another by its package: a single one in common is enough. */
function isFor(choice: Choice, { application, version }: TraceOrigin, kind: ChoosableKind): boolean {
	const same =
		choice.application.length === 0
			? application.length === 0
			: choice.application.some((name) => application.includes(name));
	return same && choice.version === (version ?? null) && choice.kind === kind;
}
