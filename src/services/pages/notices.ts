import type { Notice } from '../../shared/resultsProtocol';

/** What a person can press, and what it does. */
export interface Remedy {
	readonly label: string;
	readonly run: () => PromiseLike<unknown>;
}

/** A notice before its buttons have ids for the page. */
export interface NoticeContent extends Pick<Notice, 'kind' | 'text'> {
	readonly remedies: readonly Remedy[];
}

/** Notices as the page gets them, and what their buttons do. */
export class Notices {
	/** By the ids under which the page knows them; of earlier notices too, which may be pressed until others are there. */
	private readonly buttons = new Map<string, Remedy>();

	of(notices: readonly NoticeContent[]): Notice[] {
		return notices.map(({ kind, text, remedies }) => ({
			kind,
			text,
			actions: remedies.map((remedy) => ({ id: this.add(remedy), label: remedy.label })),
		}));
	}

	async press(id: string): Promise<void> {
		await this.buttons.get(id)?.run();
	}

	private add(remedy: Remedy): string {
		const id = String(this.buttons.size);
		this.buttons.set(id, remedy);
		return id;
	}
}
