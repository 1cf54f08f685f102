import type { Notice } from '../../../shared/protocols/notice';
import { noticeItem } from '../../common/components/noticeItem';
import { iconButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { oneStop } from '../../common/dom/oneStop';
import type { Context } from '../context/context';

interface FoldedNotices {
	readonly root: HTMLElement;
	show(notices: readonly Notice[]): void;
	fold(folds: boolean): void;
}

export function foldedNotices({ host, t, formats, fail }: Context): FoldedNotices {
	const list = element('ul', { class: 'notices', 'aria-label': t('Notices') });
	oneStop(list);
	const act = (id: string) => {
		host.call('act', { id }).catch(fail);
	};
	let folds = false;
	let expanded = false;
	let count = 0;
	const button = iconButton('chevronDown', '', () => {
		expanded = !expanded;
		update();
	});
	const more = element('span', { class: 'dim' });
	const root = element('div', { class: 'notices-line' }, list, more, button);
	const update = () => {
		root.hidden = count === 0;
		button.hidden = !folds || count === 0;
		list.classList.toggle('folded', folds && !expanded);
		more.textContent = count > 1 && !expanded ? `+${formats.count(count - 1)}` : '';
		const label = expanded ? t('Show Fewer Notices') : t('Show All Notices');
		button.title = label;
		setAttribute(button, 'aria-label', label);
		setAttribute(button, 'aria-expanded', String(expanded));
	};
	update();
	return {
		root,
		show: (notices) => {
			count = notices.length;
			fill(list, ...notices.map((notice) => noticeItem(notice, act)));
			update();
		},
		fold: (next) => {
			folds = next;
			update();
		},
	};
}
