import type { FaultSetting } from '../../../src/sample/faults/setting';
import { signIn } from './signIn';
import { uiEnvironment } from './uiEnvironment';
import type { Workbench } from './workbench';

export class SampleControl {
	private readonly sample = uiEnvironment().sample;

	async setFault(name: FaultSetting['name'], value?: string): Promise<void> {
		await this.say('PUT', 'faults', [{ name, value }]);
	}

	async clearFaults(): Promise<void> {
		await this.say('DELETE', 'faults');
	}

	async forgetRequests(): Promise<void> {
		await this.say('DELETE', 'requests');
	}

	async exportRequests(): Promise<string[]> {
		const { requests } = (await (await this.say('GET', 'requests')).json()) as { requests: { url: string }[] };
		return requests.map(({ url }) => url).filter((url) => url.includes('/export/'));
	}

	async signIn(workbench: Workbench): Promise<void> {
		await signIn(workbench, this.sample, 'Notes');
	}

	private async say(method: string, what: 'faults' | 'requests', body?: unknown): Promise<Response> {
		const { url, token } = this.sample;
		const response = await fetch(`${url}/sample/${what}`, {
			method,
			headers: { Authorization: `OAuth ${token}` },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		if (!response.ok) {
			throw new Error(`the sample service: ${response.status} ${await response.text()}`);
		}
		return response;
	}
}
