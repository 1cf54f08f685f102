import { type Event, EventEmitter, type Memento } from 'vscode';
import { withMostRecent } from '../../core/common/mostRecent';
import { stateKeys } from '../../ids';
import type { Disposable } from '../../shared/disposables';

/** What a person said about so many files is remembered. */
const remembered = 200;

/** Whether the records of a file are shown in the code of this workspace. */
interface CodeUse {
	/** Of an export's records, or of the manifest of a set. */
	readonly path: string;
	readonly used: boolean;
}

/** The records that are shown in the code of this workspace whether or not a view of them is open. */
export class UsedInCode implements Disposable {
	private readonly changed = new EventEmitter<void>();
	readonly onDidChange: Event<void> = this.changed.event;

	/** @param memento Of the workspace. */
	constructor(private readonly memento: Pick<Memento, 'get' | 'update'>) {}

	get paths(): readonly string[] {
		return this.all.filter(({ used }) => used).map(({ path }) => path);
	}

	has(path: string): boolean {
		return this.all.some((use) => use.used && use.path === path);
	}

	async set(path: string, used: boolean): Promise<void> {
		await this.memento.update(
			stateKeys.usedInCode,
			withMostRecent(this.all, { path, used }, (use) => use.path === path, remembered),
		);
		this.changed.fire();
	}

	/** They are used unless a person said that they are not to be. */
	async suggest(path: string): Promise<void> {
		if (!this.all.some((use) => use.path === path)) {
			await this.set(path, true);
		}
	}

	dispose(): void {
		this.changed.dispose();
	}

	private get all(): readonly CodeUse[] {
		return this.memento.get<readonly CodeUse[]>(stateKeys.usedInCode, []);
	}
}
