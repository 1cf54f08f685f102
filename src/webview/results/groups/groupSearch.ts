import type { Disposable } from '../../../shared/disposables';
import type { GroupPage } from '../../../shared/results';
import { element } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { Latest, pause } from '../../common/dom/latest';
import { textBox } from '../../common/dom/textBox';
import type { Context } from '../context/context';

const debounceMs = 150;

/** Maximum number of groups for which the search box is hidden. Scanning a short list is faster than typing. */
const few = 12;

interface GroupSearch extends Disposable {
	readonly root: HTMLElement;
	readonly text: string;
	focus(): void;
	clear(): void;
	answered(total: Pick<GroupPage, 'groups' | 'listed'>): void;
}

export function groupSearch({ t, formats, fail }: Context, onChange: () => void): GroupSearch {
	const typing = new Latest();
	const label = t('Find group');
	const input = textBox(label, label, 'input small');
	const status = element('span', { class: 'search-status', role: 'status' });
	const root = element('div', { class: 'group-search', hidden: true }, icon('search'), input, status);
	let requested = '';
	const change = (wait: number) =>
		typing.run(async (signal) => {
			await pause(wait, signal);
			if (requested !== input.value) {
				requested = input.value;
				onChange();
			}
		}, fail);
	input.addEventListener('input', () => change(debounceMs));
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Enter') {
			change(0);
		} else if (event.key === 'Escape' && input.value !== '') {
			event.stopPropagation();
			input.value = '';
			change(0);
		}
	});
	return {
		root,
		get text() {
			return requested;
		},
		focus: () => input.focus(),
		clear: () => {
			typing.dispose();
			requested = '';
			input.value = '';
		},
		answered: ({ groups, listed }) => {
			root.hidden = groups <= few && requested === '' && document.activeElement !== input;
			status.textContent = listed === undefined ? '' : t('{0} of {1}', formats.count(listed), formats.count(groups));
		},
		dispose: () => typing.dispose(),
	};
}
