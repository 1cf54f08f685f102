import { type Event, EventEmitter, type Memento } from 'vscode';
import { upsertMostRecent } from '../../core/common/mostRecent';
import { isSamePath } from '../../core/files/pathRules';
import { stateKeys } from '../../ids';
import type { Disposable } from '../../shared/disposables';

const remembered = 200;

interface CodeUse {
	readonly path: string;
	readonly used: boolean;
}

export class UsedInCode implements Disposable {
	private readonly changed = new EventEmitter<void>();
	readonly onDidChange: Event<void> = this.changed.event;

	constructor(private readonly memento: Pick<Memento, 'get' | 'update'>) {}

	get paths(): readonly string[] {
		return this.all.filter(({ used }) => used).map(({ path }) => path);
	}

	has(path: string): boolean {
		return this.all.some((use) => use.used && isSamePath(use.path, path));
	}

	async set(path: string, used: boolean): Promise<void> {
		await this.memento.update(
			stateKeys.usedInCode,
			upsertMostRecent(this.all, { path, used }, (use) => isSamePath(use.path, path), remembered),
		);
		this.changed.fire();
	}

	/** Enables code marks for the records, unless the user has explicitly disabled them. */
	async suggest(path: string): Promise<void> {
		if (!this.all.some((use) => isSamePath(use.path, path))) {
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
