import type { Notice } from '../../../shared/resultsProtocol';
import type { NoticeContent, Remedy } from './noticeContents';

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
