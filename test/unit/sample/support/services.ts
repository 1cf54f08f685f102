import { type SampleOptions, type SampleServer, startSampleService } from '../../../../src/sample/service';

export const now = Date.UTC(2026, 10, 20, 9);

export function startSmall(options: SampleOptions = {}): Promise<SampleServer> {
	return startSampleService({ records: 400, now, seed: 7, ...options });
}
