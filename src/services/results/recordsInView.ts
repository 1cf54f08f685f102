import { type Event, EventEmitter, type Uri } from 'vscode';
import type { Disposable } from '../../shared/disposables';

export interface ViewedRecords {
	readonly uri: Uri;
	/** Fires when all records have been read, when reading starts again, or when the grouping has changed. */
	readonly onDidChange: Event<void>;
	readonly isRead: boolean;
	/** Starts reading if the records are not being read, for example after the engine has stopped. */
	startReading(): void;
	ask<T>(signal: AbortSignal | undefined, question: (session: string) => Promise<T>): Promise<T>;
}

export class RecordsInView implements Disposable {
	private readonly changed = new EventEmitter<void>();
	readonly onDidChange: Event<void> = this.changed.event;
	private readonly views = new Map<ViewedRecords, number>();

	get all(): readonly ViewedRecords[] {
		return [...this.views.keys()];
	}

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
