/** Versions that count, by source: rows of any other are what an interrupted or older import left. */
export const currentSources = `(SELECT s.name, max(s.version) FROM {local}.evidence_sources AS s GROUP BY s.name HAVING argMax(s.gone, s.version) = 0)`

/** Actors of all lists by slug; our own list (sources/actors/vetted) says how an actor is called. */
export const currentActors = `
SELECT a.slug AS slug, if(max(a.name) = '', slug, argMin(a.name, (a.name = '', a.source != 'vetted', a.source))) AS name,
  argMin(a.category, (a.source != 'vetted', a.source)) AS category,
  groupUniqArrayArray(a.names) AS names, groupUniqArrayArray(a.agents) AS agents,
  max(a.all_ranges) AS all_ranges, max(a.all_names) AS all_names
FROM {local}.actors AS a WHERE (a.source, a.version) IN ${currentSources}
GROUP BY slug ORDER BY slug`
