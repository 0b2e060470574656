import sys

from asset_browsing_service_client import Client
from asset_browsing_service_client.api.asset_do import asset_details, asset_thumb
from asset_browsing_service_client.api.node_do import node_about, node_search, node_tree
from asset_browsing_service_client.models import NodeSearchSearchFileCategoryItem as Category

client = Client(base_url=sys.argv[1])
tree = node_tree.sync(client=client, tree=[-1], kind=101, depth=1)
search = node_search.sync(client=client, search="", search_file_category=[Category.VALUE_1, Category.VALUE_2], paginate=2)
about = node_about.sync(client=client)
thumb = asset_thumb.sync_detailed(client=client, thumb=1000)
failure = asset_details.sync(client=client, details=424242)
print(tree.data[0].name, search.total, about.data.default_language, str(len(thumb.content) > 100).lower(), failure.code)
