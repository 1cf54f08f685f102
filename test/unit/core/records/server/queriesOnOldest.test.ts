import { useServer } from '../../../../support/databases/databases';
import { testQueriesOf } from './support/queryTests';

describe('Queries of the oldest server', function () {
	testQueriesOf(useServer(), this);
});
