import type * as vscode from 'vscode';
import { parseRecordsLink } from '../../core/links/recordsLink';
import type { Services } from '../../services/services';
import { type LinkServices, openLink } from './openLink';

export function register(services: Services): vscode.UriHandler {
	return new LinkHandler(services, services);
}

class LinkHandler implements vscode.UriHandler {
	private isAsking = false;

	constructor(
		private readonly services: LinkServices,
		private readonly reports: Pick<Services, 'log' | 'notifier'>,
	) {}

	/** Opens a link. Ignores invalid links, and links that arrive while a prompt is open. */
	async handleUri({ path, query, fragment }: vscode.Uri): Promise<void> {
		const { log, notifier } = this.reports;
		const parsed = parseRecordsLink({ path, query, fragment });
		if (!parsed.ok) {
			log.info(`ignored a link: ${parsed.problem}`);
			return;
		}
		if (this.isAsking) {
			return;
		}
		this.isAsking = true;
		try {
			await openLink(parsed.link, this.services);
		} catch (error) {
			notifier.error(error, 'link');
		} finally {
			this.isAsking = false;
		}
	}
}
