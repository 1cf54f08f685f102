import { unsupported } from '../format/fault';

/** Maximum size of a page. Most writers limit pages to 1 MB, some to 100 MB. */
export const maxPageBytes = 128 * 1024 * 1024;

/** Maximum total size of the pages in memory. Each column needs up to one data page and one dictionary. */
const maxBytes = 512 * 1024 * 1024;

export class PageBudget {
	private used = 0;

	/** @throws ParquetError */
	take(bytes: number): void {
		this.used += bytes;
		if (this.used > maxBytes) {
			throw unsupported('page size');
		}
	}

	release(bytes: number): void {
		this.used -= bytes;
	}
}
