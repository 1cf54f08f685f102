import type { Notice } from '../../shared/protocols/notice';

export interface NoticeAction {
	readonly label: string;
	readonly run: () => PromiseLike<unknown>;
}

export interface NoticeContent extends Pick<Notice, 'kind' | 'text'> {
	readonly actions: readonly NoticeAction[];
}

export class Notices {
	/** Actions by button. Buttons of earlier notices are included, because the page may still show them. */
	private readonly buttons = new Map<string, NoticeAction>();

	of(notices: readonly NoticeContent[]): Notice[] {
		return notices.map(({ kind, text, actions }) => ({
			kind,
			text,
			actions: actions.map((action) => ({ id: this.add(action), label: action.label })),
		}));
	}

	async press(id: string): Promise<void> {
		await this.buttons.get(id)?.run();
	}

	private add(action: NoticeAction): string {
		const id = String(this.buttons.size);
		this.buttons.set(id, action);
		return id;
	}
}
