import type { Disposable } from '../../../shared/disposables';
import { iconButton } from '../dom/button';
import { element, fill } from '../dom/element';
import { icon } from '../dom/icon';
import type { Translate } from '../format/translate';
import type { Localization } from './localization';

/** Time in milliseconds after which a message disappears. Error messages are shown until they are dismissed. */
const shownFor = 5_000;

interface StatusLine extends Disposable, Pick<Localization, 'showStatus' | 'fail'> {
	readonly root: HTMLElement;
}

export function statusLine(t: Translate): StatusLine {
	const status = element('span', { role: 'status' });
	const failed = element('span', { role: 'alert' });
	const close = iconButton('close', t('Close'), () => hide());
	const root = element('div', { class: 'status-line', hidden: true }, status, failed, close);
	let timer: ReturnType<typeof setTimeout> | undefined;
	const hide = () => {
		clearTimeout(timer);
		root.hidden = true;
		fill(status);
		fill(failed);
	};
	const show = (isFailure: boolean) => {
		hide();
		root.hidden = false;
		root.classList.toggle('failed', isFailure);
	};
	return {
		root,
		showStatus: (text) => {
			show(false);
			status.textContent = text;
			timer = setTimeout(hide, shownFor);
		},
		fail: (error) => {
			if (error instanceof DOMException && error.name === 'AbortError') {
				return;
			}
			show(true);
			fill(failed, icon('warning'), error instanceof Error ? error.message : String(error));
		},
		dispose: hide,
	};
}
