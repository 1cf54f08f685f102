import { defineQuerySuites } from './support/querySuites';

describe('queries on files', () => {
	defineQuerySuites();
});
