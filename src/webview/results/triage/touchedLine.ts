import type { Disposable } from '../../../shared/disposables';
import type { GroupValue } from '../../../shared/groupValue';
import type { ShownCommits } from '../../../shared/protocols/resultsProtocol';
import type { GroupKey } from '../../../shared/results';
import { linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { Latest, pause } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';

const shortHash = 8;

/** Delay in milliseconds before Git is started. For groups that the user only moves past, Git is not started. */
const delayMs = 300;

/** Line with the commits that changed the code of the selected group. Hidden while the commits are unknown. */
export class TouchedLine implements Disposable {
	readonly root = element('div', { class: 'detail-commits', hidden: true });
	private readonly asking = new Latest();

	constructor(private readonly context: Context) {}

	show(key: GroupKey, value: GroupValue): void {
		this.hide();
		const { host, fail } = this.context;
		this.asking.run(async (signal) => {
			await pause(delayMs, signal);
			const found = await host.call('groupCommits', { key, value }, { signal });
			this.root.hidden = !found;
			fill(this.root, ...(found ? [this.content(found)] : []));
		}, fail);
	}

	hide(): void {
		this.asking.dispose();
		this.root.hidden = true;
		fill(this.root);
	}

	dispose(): void {
		this.asking.dispose();
	}

	private content({ heading, commits }: ShownCommits): HTMLElement {
		const { host, fail } = this.context;
		const text = visibleText(heading);
		return commits.length === 0
			? element('span', { class: 'dim' }, text)
			: element(
					'details',
					{ class: 'detail-notes' },
					element('summary', {}, text),
					element(
						'ul',
						{},
						...commits.map(({ hash, subject, facts }) =>
							element(
								'li',
								{},
								linkButton(hash.slice(0, shortHash), () => void host.call('showCommit', { hash }).catch(fail)),
								` ${visibleText(subject)} `,
								element('span', { class: 'dim' }, visibleText(facts)),
							),
						),
					),
				);
	}
}
