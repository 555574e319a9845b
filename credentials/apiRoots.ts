/**
 * Where the nodes send their requests, by what is chosen in the credential: an address that n8n would
 * store with the credential could be changed there, unseen.
 */

/** What Graph's /v1.0 comes after: learn.microsoft.com/graph/deployments */
export const GRAPH_ROOTS = {
	global: 'https://graph.microsoft.com',
	usGovernment: 'https://graph.microsoft.us',
	usGovernmentDod: 'https://dod-graph.microsoft.us',
	china: 'https://microsoftgraph.chinacloudapi.cn',
};

/** What /partner_api/v1 comes after: api.contentsnare.com/partner_api/v1/documentation (fact: collection-base) */
export const CONTENT_SNARE_ROOTS = { contentSnare: 'https://api.contentsnare.com' };
