import { type Event, EventEmitter, type Uri } from 'vscode';
import type { Disposable } from '../../shared/disposables';

/** A file of records that the engine has open, as whoever opened it lets others ask about it. */
export interface ViewedRecords {
	readonly uri: Uri;
	/** They were read to the end, are read anew, or are grouped otherwise. */
	readonly onDidChange: Event<void>;
	/** Whether all of the file was read. */
	readonly isRead: boolean;
	ask<T>(signal: AbortSignal | undefined, question: (session: string) => Promise<T>): Promise<T>;
}

/** The records that results views of this window show. */
export class RecordsInView implements Disposable {
	private readonly changed = new EventEmitter<void>();
	/** A view was opened or closed, or its records are others now. */
	readonly onDidChange: Event<void> = this.changed.event;
	/** How many views of each there are. */
	private readonly views = new Map<ViewedRecords, number>();

	/** Each once. */
	get all(): readonly ViewedRecords[] {
		return [...this.views.keys()];
	}

	/** @returns what takes the view away again */
	add(records: ViewedRecords): Disposable {
		this.views.set(records, (this.views.get(records) ?? 0) + 1);
		const listening = records.onDidChange(() => this.changed.fire());
		this.changed.fire();
		return {
			dispose: () => {
				listening.dispose();
				const left = (this.views.get(records) ?? 1) - 1;
				if (left > 0) {
					this.views.set(records, left);
				} else {
					this.views.delete(records);
				}
				this.changed.fire();
			},
		};
	}

	dispose(): void {
		this.changed.dispose();
	}
}
