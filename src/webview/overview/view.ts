import type {
	OverviewCommand,
	OverviewHost,
	OverviewStart,
	OverviewState,
	OverviewView,
} from '../../shared/protocols/overviewProtocol';
import type { Channel, Handlers } from '../../shared/rpc';
import { statusLine } from '../common/components/statusLine';
import { textButton } from '../common/dom/button';
import { element, fill } from '../common/dom/element';
import { icon } from '../common/dom/icon';
import { createFormats } from '../common/format/formats';
import { createTranslate } from '../common/format/translate';
import type { RowContext } from './overviewRow';
import { overviewTable } from './overviewTable';

export function createOverview(
	root: HTMLElement,
	host: Channel<OverviewView, OverviewHost>,
	start: OverviewStart,
): Handlers<OverviewView> {
	const t = createTranslate(start.strings);
	const formats = createFormats(start.language, 'UTC', t, start.strings);
	const status = statusLine(t);
	const act = (call: Promise<unknown>) => void call.catch(status.fail);
	const context: RowContext = {
		t,
		formats,
		open: (id) => act(host.call('open', { id })),
		whatsNew: (id) => act(host.call('whatsNew', { id })),
		sync: (id) => act(host.call('sync', { id })),
	};
	const facts = element('p', { class: 'header-facts', role: 'status' });
	const notices = element('div', { class: 'notices' });
	const table = overviewTable(context);
	const empty = element('section', { class: 'overview-empty' });
	const body = element('main', { class: 'overview-body' }, table.root, empty);
	const title = t('Overview');
	document.documentElement.lang = start.language;
	document.title = title;
	root.classList.add('view', 'overview');
	fill(root, element('header', { class: 'header' }, headerLine(title, facts), notices), body, status.root);

	const commandButton = (label: string, command: OverviewCommand, kind?: string) =>
		textButton(label, () => act(host.call('run', { command })), kind);

	function show(state: OverviewState): void {
		const rows = state.kind === 'listed' ? state.rows : [];
		table.show(rows);
		facts.textContent = rows.length > 0 ? describeRows(rows, context) : '';
		table.root.hidden = rows.length === 0;
		empty.hidden = rows.length > 0;
		body.ariaBusy = String(state.kind === 'loading');
		const failure = state.kind === 'listed' ? state.failure : undefined;
		fill(
			notices,
			failure !== undefined && notice('warning', failure, commandButton(t('Retry'), 'refreshApplications')),
			rows.length > 0 &&
				rows.every(({ recent }) => recent === undefined) &&
				notice('info', t('Sync the records of an application to see its numbers here.')),
		);
		fill(empty, ...describeEmpty(state));
	}

	function describeEmpty(state: OverviewState): readonly HTMLElement[] {
		switch (state.kind) {
			case 'signedOut':
				return [
					element('h2', {}, t('No account')),
					element('p', {}, t('Sign in to see your applications, or explore sample data.')),
					element(
						'div',
						{ class: 'overview-actions' },
						commandButton(t('Sign In'), 'signIn', 'primary'),
						commandButton(t('Explore Sample Data'), 'exploreSampleData'),
					),
				];
			case 'loading':
				return [element('p', { class: 'dim' }, t('Loading applications…'))];
			case 'listed':
				return [
					element('h2', {}, t('No applications')),
					element('p', {}, t('The service returned no applications for this account.')),
					element(
						'div',
						{ class: 'overview-actions' },
						commandButton(t('Add Application by ID…'), 'addApplication', 'primary'),
					),
				];
		}
	}

	show(start.state);
	if (document.hasFocus() && document.activeElement === document.body) {
		table.focus();
	}
	return { show };
}

function headerLine(title: string, facts: HTMLElement): HTMLElement {
	return element('div', { class: 'header-line' }, element('h1', { class: 'header-title' }, title), facts);
}

function notice(kind: 'info' | 'warning', text: string, button?: HTMLElement): HTMLElement {
	return element(
		'div',
		{ class: `notice ${kind}` },
		icon(kind),
		element('span', { class: 'notice-text' }, text),
		button,
	);
}

function describeRows(
	rows: Extract<OverviewState, { kind: 'listed' }>['rows'],
	{ t, formats }: Pick<RowContext, 't' | 'formats'>,
): string {
	const changed = rows.filter(
		({ news, recent }) => recent?.spike !== undefined || (news && news.appeared + news.increased > 0),
	).length;
	const all = formats.plural(rows.length, { one: '{0} application', other: '{0} applications' });
	return changed === 0
		? t('{0} · nothing new', all)
		: [all, formats.plural(changed, { one: '{0} with changes', other: '{0} with changes' })].join(' · ');
}
